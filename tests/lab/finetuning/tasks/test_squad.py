"""bert_lab.finetuning.tasks.squad: what is not SQuAD 1.1 is named."""

import json
from copy import deepcopy

import pytest

from bert_lab.finetuning import Example
from bert_lab.finetuning.tasks.squad import read_squad

CONTEXT = "The tall crane eats fish by the river."


def _file(change=None, articles=6):
    """Six articles of two questions; `change` is made to the second of the first article."""
    fish = [{"text": "fish", "answer_start": 20}]
    questions = [{"id": f"q{i}", "question": "What ?", "answers": fish} for i in range(2)]
    paragraph = {"context": CONTEXT, "qas": questions}
    data = [deepcopy({"title": "A", "paragraphs": [paragraph]}) for _ in range(articles)]
    question = data[0]["paragraphs"][0]["qas"][1]
    for name, value in (change or {}).items():
        question[name] = value
        if value is None:
            del question[name]
    return {"version": "1.1", "data": data}


def _read(whole, indent=None):
    return list(read_squad(json.dumps(whole, indent=indent).split("\n"), "test"))


@pytest.mark.parametrize("indent", [None, 1])
def test_what_is_as_it_should_be(indent):
    expected = Example(["What", "?"], CONTEXT.split(), (4, 4))
    assert _read(_file(), indent) == [expected] * 2
    assert _read(_file({"id": None}), indent) == [expected] * 2  # nobody needs it
    assert _read(_file({"is_impossible": False}), indent) == [expected] * 2


WRONG = {
    "SQuAD 2.0": ({"answers": []}, r"q1: expected an answer, got no answer \(SQuAD 2\.0\)"),
    "marked": ({"is_impossible": True}, r"q1: expected an answer, got no answer \(SQuAD 2"),
    "a text": ({"answers": "fish"}, "q1: expected a list as 'answers', got 'fish'"),
    "texts": ({"answers": ["fish"]}, "q1: expected an object with 'text', got 'fish'"),
    "columns": (
        {"answers": {"text": ["fish"], "answer_start": [20]}},
        "q1: expected a list as 'answers', got {",
    ),
    "no place": ({"answers": [{"text": "fish"}]}, "q1: expected 'answer_start', got only"),
    "a place in words": (
        {"answers": [{"text": "fish", "answer_start": "20"}]},
        "q1: expected a whole number as 'answer_start', got '20'",
    ),
    "a place off": (
        {"answers": [{"text": "fish", "answer_start": 21}]},
        "q1: expected its answer 'fish' at character 21, got 'ish '; it begins at 20",
    ),
    "a place from behind": (
        {"answers": [{"text": "fish", "answer_start": -18}]},
        "q1: expected its answer 'fish' at character -18, .*; it begins at 20",
    ),
    "elsewhere": (
        {"answers": [{"text": "bread", "answer_start": 20}]},
        "q1: expected its answer 'bread' at character 20, got 'fish '; it is nowhere",
    ),
    "no words": ({"answers": [{"text": "", "answer_start": 9}]}, "q1: expected words in question"),
    "no question": ({"question": " "}, "q1: expected words in question and answer"),
    "missing": ({"question": None}, "article 1, paragraph 1, question q1: expected 'question'"),
    "by its words": ({"id": None, "answers": []}, r"question 'What \?': expected an answer"),
}


@pytest.mark.parametrize(("change", "match"), WRONG.values(), ids=WRONG)
def test_a_question_that_is_not_as_it_should_be_is_named(change, match):
    with pytest.raises(ValueError, match=f"question .*{match}|^{match}") as caught:
        _read(_file(change))
    assert "\n" not in str(caught.value)


LINES = "\n".join(json.dumps({"id": i, "context": CONTEXT}) for i in range(3))
OTHER = {
    "one a line": (LINES, "not one JSON but one a line"),
    "few": (json.dumps(_file(articles=5)), "expected at least six articles, .* got 5"),
    "a list": ("[]", "the file: expected an object with 'data', got \\[\\]"),
    "no data": ('{"articles": []}', "the file: expected 'data', got only \\['articles'\\]"),
    "an article": (
        '{"data": [1, 2, 3, 4, 5, 6]}',
        "article 1: expected an object with 'paragraphs'",
    ),
    "broken": ('{"data', "expected JSON .*Unterminated string"),
    "empty": ("", "expected JSON"),
    "deep": ("[" * 100_000, "expected .*JSON"),
}


@pytest.mark.parametrize(("text", "match"), OTHER.values(), ids=OTHER)
def test_another_form_is_named(text, match):
    with pytest.raises(ValueError, match=match) as caught:
        list(read_squad(text.split("\n"), "test"))
    assert "\n" not in str(caught.value)
