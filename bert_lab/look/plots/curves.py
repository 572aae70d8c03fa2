"""Curves with reference lines.

See `ch-context`, `ch-input`, `ch-mlm`, `ch-model`, `ch-pretraining` and `ch-finetuning`.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from types import MappingProxyType
from typing import TYPE_CHECKING

from bert_lab.look.plots.style import DASHES, DOTTED, PALETTE

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
    """One line for each series, distinguished by colour and dashes, and named reference levels.

    The area under the first curve of a loss is tinted, as on the track of the training slider.

    Args:
        series: name -> (x, y), equally long.
        references: name -> height of a dotted line, its name at the right end, beside the plot.
        xlabel, ylabel: of the axes, with units.
        marker: a matplotlib marker for each point; none by default.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    looks = zip(series.items(), cycle(PALETTE), cycle(DASHES), strict=False)
    for (name, (x, y)), colour, dashes in looks:
        ax.plot(x, y, color=colour, linestyle=dashes, marker=marker, markersize=5, label=name)
    if "loss" in ylabel.lower():
        _tint(ax, ax.lines[0])
    for name, level in references.items():
        ax.axhline(level, **DOTTED)
        at = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points"}
        ax.annotate(name, (1, level), (4, 0), va="center", annotation_clip=False, **at)
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    if len(series) > 1:
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=len(series))
    return ax


def _tint(ax, line):
    """Fill the area between the line and the axis, whatever the axis limits."""
    limits = ax.dataLim.frozen()
    ax.fill_between(*line.get_data(), 0, color=line.get_color(), alpha=0.12, linewidth=0)
    ax.dataLim.set(limits)
    ax.autoscale_view()
