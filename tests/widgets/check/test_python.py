"""Check: questions that can be answered, words for each wrong way, and a plain fallback."""

import math
import re

import pytest
import torch

from bert_lab.look.widgets import Check
from tests.helpers.static_html import Page

WORDS = {"question": "How many?", "label": "how-many", "because": "So it is."}
WRONG = {"two": "One more.", "five": "Two less.", "`<mask>`": "That is no number."}
STEPS = {"queries": "", "scores": "it needs queries.", "weights": "it needs scores."}


def choice(**own):
    return Check.choice(**{**WORDS, "right": "three", "wrong": WRONG, **own})


def number(**own):
    return Check.number(**{**WORDS, "answer": 76.8, "near": {512: "All of them."}, **own})


def order(**own):
    return Check.order(**{**WORDS, "steps": STEPS, **own})


def test_each_choice_has_its_own_answer():
    check = choice()
    assert {part["text"]: part["says"] for part in check.parts} == {"three": "", **WRONG}
    assert check.parts[check.solution[0]]["text"] == "three"


def test_numbers_are_computed_and_may_be_tensors():
    share = torch.tensor([0.0, math.log(2)]).max()
    check = number(answer=share, tolerance=0.01, unit="nats", near={1: "That is $log_2$."})
    assert check.shown == "0.69\u00a0nats"
    assert (check.solution, check.near) == ([float(share)], [(1, "That is $log_2$.")])
    assert number(answer=110_106_428, near={1: "x"}).shown == "110,106,428"
    assert number(answer=1 / 3, tolerance=0.5, near={7: "x"}).shown == "0.3"
    assert number(answer=5.84).shown == "5.84"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: choice(wrong={"two": "x"}), r"two or more.*got \['two'\]"),
        (lambda: choice(right="two"), "none of them right"),
        (lambda: choice(wrong={"two": "", "five": "x"}), r"words to each of \['two'\]"),
        (lambda: choice(because=""), "a reason"),
        (lambda: choice(question=""), "expected a question"),
        (lambda: choice(label="How many"), "words of a-z and 0-9 with hyphens, got 'How many'"),
        (lambda: choice(label="2"), "got '2'"),
        (lambda: number(near={}), "one wrong number at least"),
        (lambda: number(near={3: ""}), r"words to each of \[3"),
        (lambda: number(near={77: "x"}, tolerance=0.15), r"2 tolerances from 76\.8 at least, got"),
        (lambda: number(answer=math.nan), "expected numbers, got nan"),
        (lambda: number(tolerance=-1), "expected numbers, got 76.8, -1"),
        (lambda: order(steps={"a": "", "b": "x"}), "3 to 7, got 2"),
        (lambda: order(steps={"a": "", "b": "", "c": "x"}), r"words to each of \['b'\]"),
    ],
)
def test_questions_that_cannot_be_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize(
    ("check", "answer"),
    [
        (choice(), "three So it is."),
        (number(unit="tokens"), "76.8\u00a0tokens So it is."),
        (order(), "queries → scores → weights So it is."),
    ],
)
def test_the_fallback_asks_and_folds_the_answer(check, answer):
    page = Page(check.static_html())
    assert page.texts["strong"] == ["How many?"]
    assert ("details", {}) in page.elements  # closed
    plain = re.sub("<[^>]*>", "", check.static_html().replace("<br>", " "))
    assert f"Answer{answer}" in plain
    assert page.texts["summary"] == ["Answer"]
    if check.kind == "choice":
        assert page.texts["code"].count("<mask>") == 2  # as a choice, and why not
    if check.kind == "number":
        assert "Not:512: All of them." in plain
