"""The house style holds within its block and leaves no trace but one."""

import matplotlib as mpl
import pytest

mpl.use("Agg")
from matplotlib import pyplot as plt

from bert_lab.look.plots import PALETTE, house_style


def test_holds_within_the_block_only():
    with plt.rc_context({"axes.facecolor": "black"}):  # in a reader's matplotlibrc
        before = dict(mpl.rcParams)
        with house_style():
            assert [entry["color"] for entry in mpl.rcParams["axes.prop_cycle"]] == list(PALETTE)
            assert mpl.rcParams["axes.facecolor"] == "white"
        assert dict(mpl.rcParams) == before


def test_a_notebook_that_began_to_show_figures_goes_on():
    with plt.rc_context():
        mpl.interactive(False)
        with house_style():
            mpl.interactive(True)  # what Jupyter's backend does when it makes its first figure
        assert plt.isinteractive()


@pytest.mark.parametrize("colour", PALETTE)
def test_every_colour_stands_out_from_white(colour):
    channels = [channel / 255 for channel in bytes.fromhex(colour[1:])]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    luminance = sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    assert 1.05 / (luminance + 0.05) >= 3  # WCAG 2.2, 1.4.11: graphics
