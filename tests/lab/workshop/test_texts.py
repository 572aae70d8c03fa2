"""All words of the workshop are used, and what every stage needs is there."""

import re

import pytest

from bert_lab.workshop.stage import STAGES
from bert_lab.workshop.texts import say, texts
from tests.helpers.paths import ROOT
from tests.helpers.workshop import SOLVED, sitting

CODE = "\n".join(path.read_text("utf-8") for path in (ROOT / "bert_lab/workshop").rglob("*.py"))
CHAPTERS = "\n".join(path.read_text("utf-8") for path in ROOT.glob("chapters/*.ipynb"))
LABELS = set(re.findall(r"\((ch-\w+)\)=", CHAPTERS))


@pytest.fixture(scope="module")
def solved():
    return sitting(SOLVED)


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.key)
def test_a_stage_has_all_its_words(stage):
    words = stage.words
    assert words.keys() == {"title", "minutes", "chapter", "task", "hints", "right", "mistakes"}
    assert len(words["hints"]) == 3
    assert words["chapter"] in LABELS
    assert len(words["mistakes"]) >= 5
    for one in words["mistakes"].values():
        assert one.keys() <= {"says", "source"}
        assert one["says"].endswith((".", "?", "2"))


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.key)
def test_whatever_can_be_right_is_said_of_the_solution(solved, stage):
    said = {line for verdict in solved.stage(stage) for line in verdict.right}
    assert said == set(stage.words["right"].values())


def test_it_takes_three_hours():
    assert sum(stage.minutes for stage in STAGES) == 180
    assert {15 <= stage.minutes <= 30 for stage in STAGES} == {True}


@pytest.mark.parametrize("key", texts("judge")["says"])
def test_the_judge_says_nothing_that_no_code_asks_for(key):
    built = {"state-right", "state-wrong", "state-blank", "word-right", "word-wrong", "word-blank"}
    built |= {"lent-wrong", "lent-blank"}
    assert key in built or re.search(rf"['\"]{key}['\"]", CODE)


def test_a_sentence_is_filled_in():
    assert say("place", place="row 1", expected=2, found=3) == "row 1: expected 2, got 3."
