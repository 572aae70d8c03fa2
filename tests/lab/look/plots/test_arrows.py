"""Arrows end where their vectors do, and a mixture where its shares lead."""

import pytest
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from bert_lab.look.plots import arrow_plane


def ends(ax):
    arrows = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    return [arrow._posA_posB for arrow in arrows]


def test_a_mixture_is_the_shortened_arrows_head_to_tail():
    ax = arrow_plane(
        {"a": (4, 0), "b": (0, 2)}, mixed=("both", [0.25, 0.5]), reach=4.5, ax=Figure().subplots()
    )
    assert ends(ax) == [
        [(0, 0), (4, 0)],
        [(0, 0), (0, 2)],
        [(0, 0), (1, 0)],
        [(1, 0), (1, 1)],
        [(0, 0), (1, 1)],
    ]
    assert [text.get_text() for text in ax.texts] == ["a", "b", "both"]


def test_what_the_arrows_are_compared_with_lies_below_them():
    ax = arrow_plane({"a": (1, 0)}, beside=("query", (2, 1)), ax=Figure().subplots())
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [2, 1]]
    assert ends(ax) == [[(0, 0), (1, 0)]]


def test_a_share_for_each_vector():
    with pytest.raises(ValueError, match="expected 1 shares, one a vector, got 2"):
        arrow_plane({"a": (1, 0)}, mixed=("b", [1, 2]), ax=Figure().subplots())
