"""A figure laid out for phone and desktop is readable on both."""

import matplotlib as mpl
import pytest
import torch

mpl.use("Agg")
from matplotlib import pyplot as plt

from bert_lab.look.plots import curves, heat_map, house_style, interval_dots
from tools.drawings.fitting import NARROW, WIDE, faults, fit

LABELS = {"xlabel": "layer", "ylabel": "share with the same sense"}
WORDS = ["<cls>", "i", "went", "to", "the", "bank", "to", "deposit", "cash", "<sep>"]


@pytest.fixture
def draw():
    """A function: a figure of the given panels in the house style."""

    def panels(rows=1, columns=1, **options):
        with house_style():
            return plt.subplots(rows, columns, squeeze=False, **options)

    yield panels
    plt.close("all")


def test_two_columns_of_curves_become_one_on_a_phone(draw):
    figure, [axes] = draw(1, 2, figsize=(7, 3), sharex=True, sharey=True)
    for ax, ylabel in zip(axes, ("share", ""), strict=True):
        curves({"a": ([1, 2], [0, 1])}, xlabel="layer", ylabel=ylabel, ax=ax)
    fit(figure, WIDE)
    assert axes[0].bbox.y0 == axes[1].bbox.y0
    fit(figure, NARROW)
    assert axes[0].bbox.y0 > axes[1].bbox.y1
    assert axes[1].get_ylabel() == "share"
    for axis in (axes[1].yaxis, axes[0].xaxis):
        assert axis.get_major_ticks()[1].label1.get_visible()
    assert faults(figure) == []


def test_maps_stay_side_by_side_and_their_words_stand_up(draw):
    figure, [axes] = draw(1, 2, figsize=(7, 3.6), sharey=True)
    for head, ax in enumerate(axes):
        heat_map(torch.rand(10, 10), WORDS, WORDS, scale=head == 0, ax=ax)
    fit(figure, NARROW)
    assert axes[0].bbox.y0 == pytest.approx(axes[1].bbox.y0)
    assert {label.get_rotation() for label in axes[0].get_xticklabels()} == {90}
    assert faults(figure) == []


def test_long_names_break_into_lines(draw):
    figure, [[ax]] = draw()
    rows = {"the untrained encoder, with dropout": (0.5, 0.4, 0.6), "bag": (0.2, 0.1, 0.3)}
    label = "share of triplets in which the same sense is nearer"
    interval_dots(rows, reference=0.5, xlabel=label, ax=ax)
    fit(figure, NARROW)
    assert "\n" in ax.get_yticklabels()[0].get_text()
    assert ax.get_xlabel().split() == label.split()
    assert "\n" in ax.get_xlabel()
    assert faults(figure) == []


def test_numbers_in_narrow_cells_become_smaller_then_shorter(draw):
    figure, [[ax]] = draw(figsize=(7, 2.6))
    heat_map(torch.full((2, 14), 0.25), ["a", "b"], number=".2f", scale=False, ax=ax)
    fit(figure, WIDE)
    assert ax.texts[0].get_text() == "0.25"
    fit(figure, NARROW)
    assert ax.texts[0].get_text() == ".25"
    assert faults(figure) == []


def _small(ax):
    ax.text(0.5, 0.5, "tiny", size=7.8)  # points: 10.8 pixels


def _outside(ax):
    ax.text(1.1, 0.5, "outside").set_in_layout(False)


def _covered(ax):
    ax.text(0.5, 0.5, "one")
    ax.text(0.5, 0.5, "another")


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (_small, "'tiny' has letters of 10.8 pixels"),
        (_outside, "'outside' is cut off"),
        (_covered, "'one' lies on 'another'"),
    ],
)
@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_what_cannot_be_read_is_named(draw, spoil, complaint, width):
    figure, [[ax]] = draw()
    spoil(ax)
    fit(figure, width)
    assert faults(figure) == [complaint]
