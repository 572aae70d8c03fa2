"""The heat map draws the matrix it was given, row 0 on top, with its labels."""

import pytest
import torch
from matplotlib.colors import to_hex

from bert_lab.look.colours import COLOURS
from bert_lab.look.plots import heat_map


def _cells(ax):
    """(colour, opacity) of each cell, row by row."""
    faces = ax.collections[0].get_facecolor()
    return [(to_hex(face[:3]), round(float(face[3]), 2)) for face in faces]


BLUE, ORANGE, INK = COLOURS["plus"].light, COLOURS["minus"].light, "#000000"


def test_the_stronger_the_colour_the_further_from_zero(ax):
    values = torch.tensor([[-2.0, -1.0, 0.0], [0.5, 2.0, 9.0]])
    assert heat_map(values, ["a", "b"], ["x", "y", "z"], limits=(-2, 1), ax=ax) is ax
    assert _cells(ax) == [
        (ORANGE, 1.0),
        (ORANGE, 0.5),
        (INK, 0.05),  # a cell of zero can still be seen
        (BLUE, 0.25),
        (BLUE, 1.0),
        (BLUE, 1.0),
    ]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["x", "y", "z"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    assert (ax.get_xlim(), ax.get_ylim()) == ((-0.5, 2.5), (1.5, -0.5))  # row 0 on top
    assert ax.get_title() == ""


def test_cells_stand_where_their_values_do(ax):
    heat_map(torch.tensor([[0.0, 1.0]]), scale=False, ax=ax)
    corners = ax.collections[0].get_paths()[1].vertices
    assert corners.mean(axis=0)[0] == pytest.approx(1, abs=0.2)
    assert corners[:, 0].min() > 0.5  # a gap between neighbours


def test_a_head_has_its_colour_and_a_cell_without_value_is_grey(ax):
    heat_map(torch.tensor([[1.0, torch.nan]]), colour="head-3", ax=ax)
    assert _cells(ax) == [(COLOURS["head-3"].light, 1.0), (INK, 0.25)]


def test_numbers_stand_in_their_cells_and_can_be_read(ax):
    heat_map(torch.tensor([[0.0, 0.25, 1.0]]), number=".2f", scale=False, ax=ax)
    assert [(t.get_position(), t.get_text()) for t in ax.texts] == [
        ((0, 0), "0.00"),
        ((1, 0), "0.25"),
        ((2, 0), "1.00"),
    ]
    assert max(opacity for _, opacity in _cells(ax)) <= 0.45  # ink on it has a contrast of 4.5


def test_takes_masks_and_tensors_with_gradients(ax):
    heat_map(torch.tensor([[True, False]]), scale=False, ax=ax)
    heat_map(torch.ones(1, 2, requires_grad=True), scale=False, ax=ax)
    assert len(ax.figure.axes) == 1
    assert not ax.figure.legends


def test_the_scale_is_drawn_unless_told_otherwise(ax):
    heat_map(torch.ones(2, 3), limits=(-4, 4), ax=ax)
    (scale,) = ax.figure.legends
    assert [text.get_text() for text in scale.get_texts()] == ["−4", "−2", "0", "2", "4"]
    faces = [to_hex(patch.get_facecolor()) for patch in scale.get_patches()]
    assert faces == [ORANGE, ORANGE, INK, BLUE, BLUE]


@pytest.mark.parametrize("labels", [{"rows": ["a"]}, {"columns": ["x", "y"]}])
def test_labels_that_do_not_fit_are_refused(ax, labels):
    with pytest.raises(ValueError, match=r"expected [23] labels, got [12]"):
        heat_map(torch.ones(2, 3), **labels, ax=ax)
