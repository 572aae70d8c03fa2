"""The table of mistakes: a row for each, five or more a stage, sixty or more in all."""

import re

import pytest

from bert_lab.workshop.stage import STAGES
from tools.mistakes import counts, mistakes, rows, source


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.key)
def test_every_stage_has_mistakes_made_in_public(stage):
    public = {one.key for one in mistakes(stage) if source(stage, one.key)}
    assert len(public) >= 5
    for key in public:
        link = r"\[[\w.-]+/[\w.-]+ \d+\]\(https://github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+\)"
        assert re.fullmatch(link, source(stage, key))


def test_there_are_sixty_made_in_public():
    public = {(s.key, one.key) for s in STAGES for one in mistakes(s) if source(s, one.key)}
    assert len(public) >= 60
    assert counts().count("\n") == 8


def test_a_row_has_the_code_the_sentence_and_the_source():
    (row,) = [row for row in rows(STAGES[1]) if "masked after the softmax" in row]
    assert row.count(" | ") == 3
    assert "`weights = weights * ~padding[:, None, :]`" in row
    assert "Row 0 of sequence 0 adds up to 0." in row
    assert row.endswith("(https://github.com/huggingface/pytorch-image-models/pull/2236) |")
