"""Points lie where the data say, marked by their sense; whiskers end where they should."""

import pytest
import torch

from bert_lab.look.plots import interval_dots, sense_scatter


def test_each_sense_has_its_points_colour_and_marker(ax):
    points = torch.tensor([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    drawn = sense_scatter(points, ["river", "money", "river"], ax=ax)
    assert drawn is ax
    money, river = ax.collections
    assert (money.get_label(), river.get_label()) == ("money", "river")
    assert money.get_offsets().tolist() == [[2.0, 3.0]]
    assert river.get_offsets().tolist() == [[0.0, 1.0], [4.0, 5.0]]
    assert money.get_facecolor().tolist() != river.get_facecolor().tolist()
    assert len(money.get_paths()[0].vertices) != len(river.get_paths()[0].vertices)


def test_marked_points_are_larger_and_keep_their_sense(ax):
    points = torch.tensor([[0.0, 1.0], [2.0, 3.0]])
    sense_scatter(points, ["a", "b"], marked=[1], ax=ax)
    plain, large = ax.collections[1:]
    assert large.get_offsets().tolist() == [[2.0, 3.0]]
    assert large.get_sizes() > plain.get_sizes()
    assert large.get_facecolor()[0, :3].tolist() == plain.get_facecolor()[0, :3].tolist()
    assert len(ax.get_legend_handles_labels()[1]) == 2


def test_senses_that_do_not_fit_are_refused(ax):
    with pytest.raises(ValueError, match="expected 2 senses, one for each point, got 1"):
        sense_scatter(torch.zeros(2, 2), ["a"], ax=ax)


def test_dots_and_whiskers_stand_in_rows_from_the_top(ax):
    drawn = interval_dots(
        {"first": (0.5, 0.4, 0.7), "second": (0.1, 0.0, 0.2)}, reference=0.3, xlabel="gap", ax=ax
    )
    assert drawn is ax
    whisker, dot, _, lower_dot, line = ax.lines
    assert (list(whisker.get_xdata()), list(whisker.get_ydata())) == ([0.4, 0.7], [0, 0])
    assert (list(dot.get_xdata()), list(dot.get_ydata())) == ([0.5], [0])
    assert (list(lower_dot.get_xdata()), list(lower_dot.get_ydata())) == ([0.1], [1])
    assert list(line.get_xdata()) == [0.3, 0.3]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["first", "second"]
    assert ax.yaxis_inverted()
    assert ax.get_xlabel() == "gap"


def test_an_estimate_outside_its_interval_is_refused(ax):
    with pytest.raises(ValueError, match=r"x: expected 3 between 1 and 2"):
        interval_dots({"x": (3, 1, 2)}, reference=0, xlabel="", ax=ax)
