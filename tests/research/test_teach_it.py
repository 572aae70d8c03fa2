"""research/teach_it.py: how it draws, its tasks, and a page's numbers beside PyTorch's."""

from collections import Counter
from statistics import mean

import pytest

import teach_it as script
from bert_lab.measures import recorded

RECORD = recorded("teach_it")


def test_a_seed_draws_as_many_of_each_class():
    rows = [(i % 3, f"text {i}", None) for i in range(200)]
    learns, tests = script.draw(rows, 20, 1)
    sizes = Counter(rows[i][0] for i in learns)
    assert sorted(sizes.values()) == [6, 7, 7]
    assert {*Counter(rows[i][0] for i in tests).values()} == {33}
    assert not {*learns} & {*tests}
    assert script.draw(rows, 20, 2)[0] != learns


def test_a_page_sorts_as_pytorch_does():
    for by_size in RECORD["results"].values():
        for sides in by_size.values():
            page, torch = ([mean(x["accuracies"]) for x in sides[y]] for y in ("page", "PyTorch"))
            assert page[:3] == pytest.approx(torch[:3], abs=0.05)  # the twin's weights are drawn
