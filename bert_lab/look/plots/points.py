"""Scatter plots of vectors by sense, and estimates with intervals (`ch-context`)."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from bert_lab.look.plots.style import DOTTED, INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor

_MARKERS = ("o", "^", "s", "D", "v", "P")  # told apart without colour, too


def sense_scatter(
    points: "Tensor", senses: Sequence[str], marked: Sequence[int] = (), ax: "Axes | None" = None
) -> "Axes":
    """Points in the plane, one colour and one marker for each sense, in alphabetical order.

    Args:
        points: (n, 2), real numbers.
        senses: n names.
        marked: indices of points to draw large, with a dark edge, over the others.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes, without ticks and with equal scales.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    names = sorted(set(senses))
    for sense, marker, colour in zip(names, cycle(_MARKERS), cycle(PALETTE), strict=False):
        chosen = [i for i, name in enumerate(senses) if name == sense]
        x, y = points.detach().cpu()[chosen].T.tolist()
        ax.scatter(x, y, s=22, marker=marker, color=colour, alpha=0.75, lw=0, label=sense)
        for i in marked:
            if senses[i] == sense:
                x, y = points[i].tolist()
                ax.scatter(x, y, s=110, marker=marker, color=colour, edgecolor=INK, lw=1.2)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_aspect("equal")
    return ax


def interval_dots(
    estimates: Mapping[str, tuple[float, float, float]],
    *,
    reference: float,
    xlabel: str,
    ax: "Axes | None" = None,
) -> "Axes":
    """Estimates as dots with whiskers, the first on top, and a line to hold them against.

    Args:
        estimates: name -> (estimate, lower end, upper end).
        reference: where the line stands: the value of no effect.
        xlabel: what is estimated, with its unit.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    for row, (estimate, low, high) in enumerate(estimates.values()):
        ax.plot([low, high], [row, row], color=PALETTE[1], lw=2, solid_capstyle="butt")
        ax.plot(estimate, row, "o", color=PALETTE[1], markersize=7)
    ax.axvline(reference, **DOTTED)
    ax.set_yticks(range(len(estimates)), list(estimates))
    ax.set_ylim(len(estimates) - 0.5, -0.5)
    ax.set_xlabel(xlabel)
    ax.grid(False, axis="y")
    ax.tick_params("y", length=0)
    return ax
