"""Bars are as long as the shares they stand for."""

import pytest

from bert_lab.look.plots import grouped_bars, stacked_shares


def test_each_judge_has_one_bar_for_each_case(ax):
    shares = {
        "model": {"true": 1.0, "false": 0.25, "odd": 0.5},
        "rule": dict.fromkeys(("true", "false", "odd"), 0.75),
    }
    assert grouped_bars(shares, label="judged next", ax=ax) is ax
    for bars, (judge, values) in zip(ax.containers, shares.items(), strict=True):
        assert bars.get_label() == judge
        assert [bar.get_width() for bar in bars] == list(values.values())
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["true", "false", "odd"]
    texts = [text.get_text() for text in ax.texts]
    assert texts == ["100 %", "25 %", "50 %", "75 %", "75 %", "75 %"]
    first, second = ax.containers[0][0], ax.containers[1][0]
    assert first.get_y() + first.get_height() <= second.get_y()  # one below the other
    assert ax.yaxis_inverted()  # the first case on top
    assert first.get_hatch() != second.get_hatch()


def test_judges_with_other_cases_are_refused(ax):
    with pytest.raises(ValueError, match=r"rule: expected the cases \['true'\], got \['false'\]"):
        grouped_bars({"model": {"true": 1.0}, "rule": {"false": 1.0}}, ax=ax)


def test_stacked_parts_are_shares_that_follow_one_another(ax):
    parts = {"small": {"x": 1, "y": 3, "z": 0}, "large": {"x": 30, "y": 50, "z": 20}}
    assert stacked_shares(parts, ax=ax) is ax
    widths = [bar.get_width() for bars in ax.containers for bar in bars]
    assert widths == pytest.approx([0.25, 0.3, 0.75, 0.5, 0.0, 0.2])
    starts = [bar.get_x() for bars in ax.containers for bar in bars]
    assert starts == pytest.approx([0.0, 0.0, 0.25, 0.3, 1.0, 0.8])
    assert [text.get_text() for text in ax.texts] == ["25 %", "30 %", "75 %", "50 %", "", "20 %"]
    assert len({bars[0].get_hatch() for bars in ax.containers}) == 3


def test_wholes_with_other_parts_are_refused(ax):
    with pytest.raises(ValueError, match=r"large: expected the parts \['x'\], got \['y'\]"):
        stacked_shares({"small": {"x": 1}, "large": {"y": 1}}, ax=ax)
