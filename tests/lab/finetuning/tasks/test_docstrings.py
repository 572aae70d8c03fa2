"""The data set that ships: fixed, balanced, without repetitions, and neither easy nor hopeless."""

import hashlib
import re
from collections import Counter

import pytest

from bert_lab.finetuning.tasks.docstrings import AREAS, FILE, docstrings

PARTS = {"train": 512, "valid": 160, "test": 400}
# the recorded figures are of these texts
DIGEST = "cec373b9257957c62b6d34920c33b830d4516df56d625027eed9ce7d6ec8e576"


def test_it_is_the_file_of_which_the_records_are():
    assert hashlib.sha256(FILE.read_bytes()).hexdigest() == DIGEST
    assert "Python Software Foundation" in FILE.with_name("LICENSE").read_text("utf-8")


def test_parts_are_balanced_from_the_first_eight_on():
    for part, count in PARTS.items():
        rows = docstrings(part)
        assert len(rows) == count
        for first in (8, 16, 32, 64, 128, count):
            assert set(Counter(row.label for row in rows[:first]).values()) == {
                min(first, count) // len(AREAS)
            }
    with pytest.raises(ValueError, match="train, valid or test, got 'dev'"):
        docstrings("dev")


def test_no_text_is_there_twice_or_names_its_area():
    rows = [row for part in PARTS for row in docstrings(part)]
    words = [frozenset(re.findall("[a-z]+", row.text.lower())) for row in rows]
    for i, one in enumerate(words):
        assert not {*AREAS, "screen", "concurrent"} & one
        assert all(len(one & other) < 0.6 * len(one | other) for other in words[:i])
