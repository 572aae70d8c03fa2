"""research/senses.py: how senses are asked for, and a small run."""

import pytest
import torch

import senses as script
from bert_lab.measures import recorded
from bert_lab.measures.sense_sentences import own_examples, own_sentences
from bert_lab.measures.sense_vectors import load_released
from senses import KEYS, MEASURES, halves_scores, merge_places


def examples(senses):
    return {"crane": [(f"a{i} b{i} crane c{i}", 2, sense) for i, sense in enumerate(senses)]}


def test_halves_are_asked_by_the_means_of_the_other_half():
    senses = ["x", "x", "y", "y", "x", "x", "y", "y"]
    right = torch.tensor([[1.0, 0.0] if sense == "x" else [0.0, 1.0] for sense in senses])
    assert halves_scores(right[None], examples(senses)).tolist() == [[1.0]]
    swapped = right.clone()
    swapped[4:] = swapped[4:].flip(1)  # the second half has the other's vectors
    assert halves_scores(swapped[None], examples(senses)).tolist() == [[0.0]]


def test_places_are_merged_until_each_has_enough(monkeypatch):
    monkeypatch.setattr(script, "LEAST_AT_A_PLACE", 3)
    at = [0, 1, 1, 2, 2, 2, 4, 5, 9]
    merged = merge_places([[("", place, "x") for place in at[:4]], [("", p, "y") for p in at[4:]]])
    assert [place for found in merged for _, place, _ in found] == [0, 0, 0, 2, 2, 2, 4, 4, 4]
    assert [sense for found in merged for *_, sense in found] == ["x"] * 4 + ["y"] * 5
    (few,) = merge_places([[("", 0, "x"), ("", 3, "x"), ("", 4, "x"), ("", 7, "x")]])
    assert [place for _, place, _ in few] == [0, 0, 0, 0]  # the last would stand alone


@pytest.mark.weekly
def test_a_small_run(run_small, monkeypatch):
    """Of two words."""
    words = {word: own_sentences()[word] for word in ("crane", "bank")}
    found = {word: own_examples(load_released()[1])[word] for word in words}
    monkeypatch.setattr(script, "own_sentences", lambda: words)
    monkeypatch.setattr(script, "own_examples", lambda tokenizer: found)
    monkeypatch.setattr(script, "KEYS", KEYS[:4])
    made, record = run_small(script), recorded("senses")
    assert made.keys() == record.keys()
    for name in MEASURES:
        assert made["scores"][name].keys() == record["scores"][name].keys()
        for who, layers in made["scores"][name].items():
            assert len(layers) == len(record["scores"][name][who])
