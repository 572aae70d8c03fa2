"""A notebook's figure comes with its drawings after its PNG."""

import matplotlib as mpl
import pytest
from IPython.core.interactiveshell import InteractiveShell

mpl.use("Agg")
from matplotlib import pyplot as plt

from bert_lab.look.plots import curves, house_style
from tools.drawings import MIME, offer


@pytest.fixture
def figure():
    with house_style():
        figure, ax = plt.subplots(figsize=(7, 3))
    curves({"loss": ([1, 2], [3.0, 2.0])}, {"ln V": 2.5}, xlabel="step", ylabel="loss", ax=ax)
    yield figure
    plt.close(figure)


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
