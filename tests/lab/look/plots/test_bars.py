"""Bars are as long as the shares they stand for."""

import pytest

from bert_lab.look.plots import grouped_bars


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
