"""A notebook's figure comes with its drawings after its PNG, or says what is unreadable."""

import matplotlib as mpl
import pytest
from IPython.core.interactiveshell import InteractiveShell

mpl.use("Agg")
from matplotlib import pyplot as plt

from bert_lab.look.plots import curves, house_style
from tools.drawings import MIME, drawings, offer


@pytest.fixture
def figure():
    with house_style():
        figure, ax = plt.subplots(figsize=(7, 3))
    curves({"loss": ([1, 2], [3.0, 2.0])}, {"ln V": 2.5}, xlabel="step", ylabel="loss", ax=ax)
    yield figure
    plt.close(figure)


def test_a_figure_that_breaks_a_rule_is_refused(figure):
    figure.axes[0].text(1, 2.5, "small", size=6)
    with pytest.raises(ValueError, match=r"672 pixels wide: 'small' has letters of 8\.3 pixels"):
        drawings(figure)


def test_they_come_after_the_picture(figure):
    shell = InteractiveShell()
    seen = []
    shell.display_formatter.formatters["image/png"].for_type(
        type(figure), lambda figure: seen.append(tuple(figure.bbox.size)) or b"PNG"
    )
    offer(shell)
    data, _ = shell.display_formatter.format(figure)
    assert seen == [(700, 300)]
    assert set(data[MIME]) == {"wide", "narrow"}
