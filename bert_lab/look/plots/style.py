"""The house style of every figure, in one place."""

from collections.abc import Iterator
from contextlib import contextmanager

# Okabe and Ito's colours that can be told apart with any colour vision, dark enough on white.
PALETTE = ("#0072B2", "#D55E00", "#007A5A", "#A3487F", "#8A6A00", "#4D4D4D")


@contextmanager
def house_style() -> Iterator[None]:
    """Figures made within this block share size, fonts, colours and quiet axes."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    settings = {
        "figure.figsize": (6.4, 3.4),
        "figure.dpi": 100,
        "figure.constrained_layout.use": True,
        "axes.prop_cycle": plt.cycler(color=PALETTE),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.color": "#dddddd",
        "grid.linewidth": 0.6,
        "axes.axisbelow": True,
        "font.size": 10,
        "legend.frameon": False,
    }
    with plt.rc_context(settings):
        yield
        interactive = plt.isinteractive()
    # A notebook's first figure turns this on; switched off again, later figures would not show.
    mpl.interactive(interactive)
