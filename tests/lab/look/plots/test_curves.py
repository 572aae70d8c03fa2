"""Curves draw what they were given, and the lines beside it."""

import pytest
from matplotlib.colors import to_rgb

from bert_lab.look.plots import curves

AXES = {"xlabel": "step", "ylabel": "loss (nats)"}


def test_series_keep_their_points_and_differ_in_more_than_colour(ax):
    series = {"masked": ([1, 5, 9], [6.0, 4.0, 2.0]), "left to right": ([1, 9], [5.0, 3.0])}
    assert curves(series, **AXES, ax=ax) is ax
    drawn = {line.get_label(): line for line in ax.lines}
    for name, (x, y) in series.items():
        assert drawn[name].get_xdata().tolist() == x
        assert drawn[name].get_ydata().tolist() == y
    assert len({line.get_linestyle() for line in ax.lines}) == 2
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(series)
    assert (ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) == ("", "step", "loss (nats)")


def test_references_stand_at_their_height_with_their_name(ax):
    references = {"ln V": 6.5, "unigram line": 5.2}
    curves({"loss": ([1, 2], [3.0, 2.0])}, references, **AXES, ax=ax)
    assert [line.get_ydata()[0] for line in ax.lines[1:]] == [6.5, 5.2]
    assert [(text.get_text(), text.xy) for text in ax.texts] == [
        ("ln V", (1, 6.5)),
        ("unigram line", (1, 5.2)),
    ]
    assert {text.get_position() for text in ax.texts} == {(4, 0)}  # points, beside the plot
    assert not [text for text in ax.texts if text.get_bbox_patch()]  # no box covers a curve
    assert ax.get_legend() is None  # a single curve needs none


def test_a_series_with_too_few_values_is_refused(ax):
    with pytest.raises(ValueError, match=r"loss: expected as many y as x, got 2 and 3"):
        curves({"loss": ([1, 2, 3], [3.0, 2.0])}, **AXES, ax=ax)


def test_the_area_under_a_loss_is_tinted_and_moves_no_limit(ax):
    series = {"loss": ([1, 2], [3.0, 2.0])}
    curves(series, xlabel="step", ylabel="divergence", ax=ax)
    assert not ax.collections
    limits = ax.get_ylim()
    ax.clear()
    curves(series, **AXES, ax=ax)
    assert len(ax.collections) == 1
    assert ax.collections[0].get_facecolor()[0, :3] == pytest.approx(
        to_rgb(ax.lines[0].get_color())
    )
    assert ax.get_ylim() == limits
