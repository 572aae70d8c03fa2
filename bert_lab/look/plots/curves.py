"""Curves beside the lines they are held against (chapters 1, 3, 4 and 6)."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Numbers = Sequence[float]
_NONE: Mapping[str, float] = MappingProxyType({})


def curves(
    series: Mapping[str, tuple[Numbers, Numbers]],
    references: Mapping[str, float] = _NONE,
    *,
    xlabel: str,
    ylabel: str,
    marker: str = "",
    ax: "Axes | None" = None,
) -> "Axes":
    """One line for each series, told apart by colour and dashes, and named reference levels.

    Args:
        series: name -> (x, y), equally long.
        references: name -> height of a thin grey line, its name written above its right end.
        xlabel, ylabel: of the axes, with units.
        marker: a matplotlib marker for each point; none by default.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.

    Raises:
        ValueError: if x and y of a series differ in length.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    for (name, (x, y)), dashes in zip(series.items(), cycle(("-", "--", "-.", ":")), strict=False):
        if len(x) != len(y):
            raise ValueError(f"{name}: expected as many y as x, got {len(y)} and {len(x)}")
        ax.plot(x, y, linestyle=dashes, marker=marker, markersize=4, label=name)
    for name, level in references.items():
        ax.axhline(level, color="#666666", linewidth=1, linestyle=(0, (1, 2)))
        ax.annotate(
            name,
            (1, level),
            xycoords=("axes fraction", "data"),
            xytext=(-2, 2),
            textcoords="offset points",
            ha="right",
            color="#444444",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.5, "alpha": 0.8},
        )
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    if len(series) > 1:
        ax.legend()
    return ax
