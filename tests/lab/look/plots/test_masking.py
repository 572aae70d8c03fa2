"""Counts are drawn on the band that the rule allows them."""

import pytest
import torch

from bert_lab.look.plots import choice_bars, share_funnel


def test_counts_stand_on_the_bands_of_the_rule(ax):
    drawn = choice_bars(["<cls>", "a", "b"], [0.0, 0.3, 0.2], [0.0, 0.25, 0.25], [0, 0.1, 0.1], ax)
    assert drawn is ax
    bands = [(bar.get_y(), bar.get_y() + bar.get_height()) for bar in ax.patches]
    assert bands == [(0, 0), pytest.approx((0.15, 0.35)), pytest.approx((0.15, 0.35))]
    assert list(ax.lines[0].get_ydata()) == [0.0, 0.3, 0.2]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["<cls>", "a", "b"]


def test_lengths_that_differ_are_refused(ax):
    with pytest.raises(ValueError, match="equal lengths"):
        choice_bars(["a", "b"], [0.1], [0.1, 0.1], [0, 0], ax)


def test_funnel_shows_running_shares_within_the_binomial_band(ax):
    hits = torch.tensor([True, False, True, True] * 25)
    share_funnel({"masked": hits, "kept": ~hits}, {"masked": 0.8, "kept": 0.2}, ax=ax)
    masked, kept = (line.get_ydata() for line in ax.lines)
    assert masked[:4] == pytest.approx([1, 1 / 2, 2 / 3, 3 / 4])
    assert masked + kept == pytest.approx(1)
    corners = ax.collections[0].get_paths()[0].vertices
    at_hundred = corners[corners[:, 0] == 100][:, 1]
    half = 1.96 * (0.8 * 0.2 / 100) ** 0.5
    assert at_hundred.min() == pytest.approx(0.8 - half)
    assert at_hundred.max() == pytest.approx(0.8 + half)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["masked", "kept"]
