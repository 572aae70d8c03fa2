"""bert_lab.experiments.search: what it trains on, how places are added, and what a record holds."""

import pytest
import torch

from bert_lab.experiments import recorded
from bert_lab.experiments.search import Collection, add_places, places_of_right


def test_nothing_that_is_held_out_is_trained_on():
    made = Collection()
    questions, texts, right = made.pairs()
    assert right.shape == (len(questions), len(texts))
    assert not set(questions) & set(made.questions("held out"))
    i, row = made.titles.index("nat"), right[questions.index("nat")]
    assert [texts[j] for j in row.nonzero()[:, 0]] == [made.texts[i], made.bare[i]]


def test_places_are_added_by_hand():
    first, second = torch.tensor([[3.0, 2.0, 1.0]]), torch.tensor([[0.0, 5.0, 0.0]])
    expected = [1 / 61 + 1 / 63, 1 / 62 + 1 / 61, 1 / 63 + 1 / 63]
    assert add_places(first, second)[0].tolist() == pytest.approx(expected)


def test_right_places_are_in_order():
    scores = torch.tensor([[0.1, 0.9, 0.5]])
    assert places_of_right(scores, torch.tensor([[True, False, True]])) == [[2, 3]]


def test_the_sum_that_is_sure_of_itself_finds_more_than_either():
    searches = recorded("search")["searches"]
    found = {
        name: sum(places[0] <= 5 for places in searches[name][0])
        for name in ("shared words", "meaning", "both, by place", "both, weighed")
    }
    assert found["both, weighed"] == max(found.values()) > found["both, by place"]
