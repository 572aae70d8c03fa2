"""The table of mistakes: a row for each, five or more a stage, sixty or more in all."""

import re

import pytest

from bert_lab.workshop.stage import STAGES
from bert_lab.workshop.texts import texts
from tools.mistakes import PAGE, counts, judgement, mistakes, row, source


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


ROW = re.compile(r"\| (`|without `)")


def _pattern(stage, key):
    """A pattern of the judge's sentence, with any values filled in."""
    own = stage.words["mistakes"].get(key)
    says = own["says"] if own else texts("judge")["says"][key]
    return ".*".join(map(re.escape, re.split(r"\{\w+\}", says.replace("|", "\\|")))) + ".*"


def test_the_page_has_all_of_them_and_what_is_said_today():
    known = [(stage, one) for stage in STAGES for one in mistakes(stage)]
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if ROW.match(line)]
    assert len(lines) == len(known), "run `python -m tools.mistakes`"
    for line, (stage, one) in zip(lines, known, strict=True):
        sentence = line.split(" | ")[1].removesuffix(" |").removesuffix(source(stage, one.key))
        assert line == row(stage, one, sentence.rstrip()), "run `python -m tools.mistakes`"
        assert re.fullmatch(_pattern(stage, one.key), sentence.rstrip()), (
            "run `python -m tools.mistakes`"
        )


def test_a_row_has_the_code_the_sentence_and_the_source():
    (one,) = [one for one in mistakes(STAGES[1]) if one.key == "mask-after-softmax"]
    made = row(STAGES[1], one, judgement(one))
    assert made in PAGE.read_text("utf-8")
    assert "`weights = weights * ~padding[:, None, :]`" in made
    assert "Row 0 of sequence 0 adds up to 0." in made
    assert made.endswith("(https://github.com/huggingface/pytorch-image-models/pull/2236) |")
