"""The words of the stages and of the judge, in three languages."""

import json
import re

import pytest

from bert_lab.workshop import texts as words
from bert_lab.workshop.mistakes import edited
from bert_lab.workshop.texts import languages, messages
from tests.helpers.workshop import sitting

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


@pytest.mark.parametrize("language", languages())
def test_what_is_translated_keeps_its_fields(language):
    table = json.loads((words.FOLDER / f"translations.{language}.json").read_text("utf-8"))
    assert table.keys() & set(messages())  # the rest is said in English, until it is translated
    for english, translation in table.items():
        assert sorted(re.findall(r"{\w*}", translation)) == sorted(re.findall(r"{\w*}", english))
