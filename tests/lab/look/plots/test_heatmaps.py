"""The heat map draws the matrix it was given, row 0 on top, with its labels."""

import pytest
import torch

from bert_lab.look.plots import heat_map


def test_shows_the_values_with_labels_and_limits(ax):
    values = torch.arange(6.0).reshape(2, 3) / 5
    drawn = heat_map(values, ["a", "b"], ["x", "y", "z"], limits=(-1, 2), ax=ax)
    assert drawn is ax
    image = ax.images[0]
    assert torch.from_numpy(image.get_array().data).equal(values)
    assert image.get_clim() == (-1, 2)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["x", "y", "z"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b"]
    assert ax.get_ylim() == (1.5, -0.5)  # row 0 on top
    assert ax.get_title() == ""


def test_numbers_stand_in_their_cells_and_can_be_read(ax):
    heat_map(torch.tensor([[0.0, 0.25, 1.0]]), number=".2f", colorbar=False, ax=ax)
    assert [(t.get_position(), t.get_text()) for t in ax.texts] == [
        ((0, 0), "0.00"),
        ((1, 0), "0.25"),
        ((2, 0), "1.00"),
    ]
    assert [t.get_color() for t in ax.texts] == ["black", "black", "white"]


def test_takes_masks_and_tensors_with_gradients(ax):
    heat_map(torch.tensor([[True, False]]), colorbar=False, ax=ax)
    heat_map(torch.ones(1, 2, requires_grad=True), colorbar=False, ax=ax)
    assert len(ax.figure.axes) == 1


def test_a_colour_bar_is_drawn_unless_told_otherwise(ax):
    heat_map(torch.ones(2, 3), ax=ax)
    assert len(ax.figure.axes) == 2


@pytest.mark.parametrize("labels", [{"rows": ["a"]}, {"columns": ["x", "y"]}])
def test_labels_that_do_not_fit_are_refused(ax, labels):
    with pytest.raises(ValueError, match=r"expected [23] labels, got [12]"):
        heat_map(torch.ones(2, 3), **labels, ax=ax)
