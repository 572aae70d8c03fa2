"""The house style of every figure, in one place."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bert_lab.look.colours import COLOURS, LINES

# On paper, in Colab and on GitHub a figure stands on white; a page has both columns of the table.
PALETTE = tuple(COLOURS[name].light for name in LINES)
INK = "black"  # a page puts the colour of its text in its place
DASHES = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1)))  # beside PALETTE
DOTTED = {"color": INK, "alpha": 0.6, "linewidth": 1.2, "linestyle": (0, (1, 2))}  # levels
BAND = {"facecolor": INK, "edgecolor": "none", "alpha": 0.12}  # what a rule allows
DPI = 100  # pixels of a page in an inch of a figure
TEXT = 13 * 72 / DPI  # points: 13 pixels, as all words of the pages' pictures


@contextmanager
def house_style() -> Iterator[None]:
    """Figures made within this block share size, fonts, colours and quiet axes."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt
    from cycler import cycler

    settings: dict[Any, Any] = {
        "figure.figsize": (6.4, 3.4),
        "figure.dpi": DPI,
        "figure.constrained_layout.use": True,
        "axes.prop_cycle": cycler(color=PALETTE),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.labelsize": TEXT,
        "axes.titlesize": TEXT,
        "axes.axisbelow": True,
        "figure.labelsize": TEXT,
        "grid.color": INK,
        "grid.alpha": 0.12,
        "grid.linewidth": 0.8,
        "font.size": TEXT,
        "xtick.labelsize": TEXT,
        "ytick.labelsize": TEXT,
        "legend.fontsize": TEXT,
        "legend.frameon": False,
        "legend.handlelength": 1.8,
        "hatch.linewidth": 0.8,
    }
    with plt.style.context(["default", settings]):  # whatever a reader's matplotlibrc says
        yield
        interactive = plt.isinteractive()
    # A notebook's first figure turns this on; switched off again, later figures would not show.
    mpl.interactive(interactive)
