"""bert_lab.finetuning.tasks.files: each format on a few lines of our own, and the real files."""

import json

import pytest

from bert_lab.finetuning import Example
from bert_lab.finetuning.tasks.files import (
    ENTAILMENT,
    FILE_TASKS,
    SST2,
    WNUT17,
    XQUAD,
    file_examples,
)
from tests.helpers.paths import DATA

FOLDERS = {"sst2": "sst2", "sick": "sick", "wnut17": "wnut17", "xquad": "xquad-en"}
SICK = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n"
CONTEXT = "The tall crane (no. {}) stands by the river."


def _xquad():
    """Fourteen articles of one question each, about the article's number."""
    articles = []
    for number in range(14):
        text = CONTEXT.format(number)
        answer = {"text": str(number), "answer_start": text.index(f" {number})") + 1}
        question = {"id": f"q{number}", "question": "Which number ?", "answers": [answer]}
        articles.append({"paragraphs": [{"context": text, "qas": [question]}]})
    return json.dumps({"data": articles}, indent=1)


def test_sst2(tmp_path):
    (tmp_path / "stsa.binary.dev").write_text("1 a fine , tall crane\n\n0 dull\n")
    assert file_examples(SST2, tmp_path, "valid") == [
        Example(["a", "fine", ",", "tall", "crane"], None, 1),
        Example(["dull"], None, 0),
    ]


def test_sick(tmp_path):
    row = '7\tA "crane" stands\tNo crane stands\t3.6\tCONTRADICTION\n'
    (tmp_path / "SICK.trial.txt").write_text(SICK + row)
    first, second = ["A", '"crane"', "stands"], ["No", "crane", "stands"]
    assert file_examples(ENTAILMENT, tmp_path, "valid") == [Example(first, second, 0)]


def test_wnut17_with_both_kinds_of_empty_lines(tmp_path):
    lines = "@a\tO\nEmpire\tB-location\nState\tI-location\n\t\nhi\tO\n\n\nyou\tB-person"
    (tmp_path / "wnut17train.conll").write_text(lines)
    location = WNUT17.label_names.index("B-location")
    assert file_examples(WNUT17, tmp_path, "train") == [
        Example(["@a", "Empire", "State"], None, [0, location, location + 1]),
        Example(["hi"], None, [0]),
        Example(["you"], None, [WNUT17.label_names.index("B-person")]),
    ]
    assert WNUT17.label_names[location + 1] == "I-location"


def test_xquad_by_articles_and_in_whole_words(tmp_path):
    (tmp_path / "xquad.en.json").write_text(_xquad())
    found = {split: file_examples(XQUAD, tmp_path, split) for split in ("train", "valid", "test")}
    words = ["The", "tall", "crane", "(no.", "6)", "stands", "by", "the", "river."]
    assert found["test"][1] == Example(["Which", "number", "?"], words, (4, 4))  # "6)"
    numbers = {
        split: [int(example.second[4].rstrip(")")) for example in examples]
        for split, examples in found.items()
    }
    assert numbers == {
        "test": [0, 6, 12],
        "valid": [1, 7, 13],
        "train": [2, 3, 4, 5, 8, 9, 10, 11],
    }


@pytest.mark.needs("data")
@pytest.mark.parametrize("task", FILE_TASKS)
def test_the_real_files_are_read_to_their_end(task):
    sizes = {
        "sst2": [6_920, 872, 1_821],
        "sick": [4_500, 500, 4_927],
        "wnut17": [3_394, 1_009, 1_287],
        "xquad": [782, 178, 230],
    }
    folder = DATA / FOLDERS[task]
    parts = [file_examples(FILE_TASKS[task], folder, split) for split in ("train", "valid", "test")]
    assert list(map(len, parts)) == sizes[task]
