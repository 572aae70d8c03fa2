"""research/sentences.py: which tokens are wrong, the grammar's own answers, and a small run."""

from math import log

import pytest

import sentences as script
from bert_lab.ask.likelihood import WordScore
from bert_lab.measures import recorded


def test_the_wrong_tokens_of_a_sentence_are_found_also_where_it_is_shorter():
    right, wrong = (
        [WordScore(token, 0.5, 1, []) for token in text.split()]
        for text in ("the story pi ##que ##d my curiosity", "the story peaked my curiosity")
    )
    assert script.changed(right, wrong) == {2}
    assert script.changed(right, right) == set()


def test_the_grammar_s_own_answers_are_its_conditional_probabilities():
    own = script.own_answers({"a b": 0.5, "a c": 0.25, "d c": 0.25})
    expected = {
        "a b": log(1) + log(0.5 / 0.75),
        "a c": log(0.25 / 0.5) + log(0.25 / 0.75),
        "d c": log(0.25 / 0.5) + log(1),
    }
    assert own == pytest.approx(expected)


@pytest.mark.weekly
def test_a_small_run(run_small, monkeypatch):
    pairs = {"verb form": script.read_pairs()["verb form"][:2]}
    probs, places = script.sentence_probs()
    assert sum(probs.values()) == pytest.approx(1)
    few = [*sorted(probs)[:20], *sorted(probs)[-20:]]  # some differ in a word
    some = {text: probs[text] for text in few}, {text: places[text] for text in few}
    monkeypatch.setattr(script, "read_pairs", lambda: pairs)
    monkeypatch.setattr(script, "sentence_probs", lambda: some)
    monkeypatch.setattr(script, "SEEDS", (0,))
    found = run_small(script)
    assert found.keys() == recorded("sentences").keys()
    assert found["pairs"]["verb form"]["gap filler"] == 2
    assert found["sentences"] == len(few)
