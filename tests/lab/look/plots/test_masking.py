"""Shares are drawn on the band that the rule allows them."""

import pytest
import torch

from bert_lab.look.plots import share_funnel


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
