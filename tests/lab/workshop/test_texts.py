"""All words of the workshop are used, and what every stage needs is there."""

import json
import re

import pytest

from bert_lab.workshop import texts as words
from bert_lab.workshop.stage import STAGES
from bert_lab.workshop.texts import languages, messages, say, texts, wrap
from tests.helpers.paths import ROOT
from tests.helpers.workshop import SOLVED, edited, sitting

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
    remarks = {line for verdict in solved.stage(stage) for line in verdict.right}
    assert remarks == set(stage.words["right"].values())


def test_it_takes_six_hours():
    assert sum(stage.minutes for stage in STAGES) == 360
    assert {20 <= stage.minutes <= 75 for stage in STAGES} == {True}


@pytest.mark.parametrize("key", texts("judge")["says"])
def test_the_judge_says_nothing_that_no_code_asks_for(key):
    built = {"state-right", "state-wrong", "state-blank", "word-right", "word-wrong", "word-blank"}
    built |= {"lent-wrong", "lent-blank"}
    assert key in built or re.search(rf"['\"]{key}['\"]", CODE)


def test_a_sentence_is_filled_in():
    assert say("place", place="row 1", expected=2, found=3) == "row 1: expected 2, got 3."


UNSCALED = edited("attention", ("/ math.sqrt(q.shape[-1])", ""))


@pytest.mark.parametrize(
    ("language", "sentence", "place"),
    [
        ("zh-Hans", "得分没有缩放：不除以根号 K，softmax 就太尖了。", "序列 0，查询 0，键 0"),
        ("ja", "スコアがスケールされていません。", "シーケンス0、クエリ0、キー0"),
        ("tlh", "The scores aren't scaled", "sequence 0, query 0, key 0: expected"),
    ],
)
def test_the_judge_speaks_the_language_of_the_notebook(monkeypatch, language, sentence, place):
    monkeypatch.setenv("BERT_LAB_LANGUAGE", language)
    verdict = sitting(UNSCALED).verdict("attention")
    assert verdict.sentence.startswith(sentence)
    assert verdict.place.lower().startswith(place)
    assert ("返" in repr(verdict)) == (language != "tlh")


def test_what_is_not_translated_is_said_in_english(monkeypatch, tmp_path):
    for name in ("judge", "attention"):
        (tmp_path / f"{name}.toml").write_bytes((words.FOLDER / f"{name}.toml").read_bytes())
    (tmp_path / "translations.qya.json").write_text(json.dumps({"sequence {}": "row {}"}), "utf-8")
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    monkeypatch.setenv("BERT_LAB_LANGUAGE", "qya")
    verdict = sitting(UNSCALED).verdict("attention")
    assert verdict.sentence.startswith("The scores aren't scaled")
    assert verdict.place.startswith("row 0, query 0, key 0")


@pytest.mark.parametrize("language", languages())
def test_what_is_translated_keeps_its_fields(language):
    table = json.loads((words.FOLDER / f"translations.{language}.json").read_text("utf-8"))
    assert table.keys() & set(messages())  # the rest is said in English, until it is translated
    for english, translation in table.items():
        assert sorted(re.findall(r"{\w*}", translation)) == sorted(re.findall(r"{\w*}", english))


def test_lines_have_so_many_columns_and_begin_with_no_stop():
    assert wrap("a crane flies", 8, "  ") == "  a\n  crane\n  flies"
    assert wrap("得分没有缩放，太尖。", 12, "") == "得分没有缩\n放，太尖。"
