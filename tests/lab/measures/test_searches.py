"""bert_lab.measures.searches: the measures of a recorded search, by hand on a small record."""

import pytest

from bert_lab.measures import recorded, searches

RECORD = {
    "questions": ["near", "far", "far"],
    "searches": {"one": [[[1], [7], [2, 9]]], "two": [[[1], [1], [1, 2]], [[6], [1], [1, 2]]]},
}


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(searches, "recorded", lambda name: {"search": RECORD}[name])


@pytest.mark.usefixtures("small")
def test_measures_by_hand():
    assert searches.search_values("one").tolist() == [1, 0, 0.5]
    assert searches.search_values("two").tolist() == [0.5, 1, 1]  # the mean of two seeds
    assert searches.recall_by_kind("one") == {"near": 1, "far": 0.25}


def test_the_shipped_record_has_what_the_chapter_prints():
    assert {"untrained", "meaning", "shared words", "both, weighed"} <= {
        *recorded("search")["searches"]
    }
    assert searches.search_values("both, weighed").shape == (97,)
