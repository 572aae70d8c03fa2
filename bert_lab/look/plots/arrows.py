"""Vectors of two numbers as arrows in the plane (`ch-attention`)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bert_lab.look.colours import COLOURS
from bert_lab.look.plots.style import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FAINT = 0.45  # opacity of the vectors that are mixed
_LEAST = 0.2  # units: a shorter arrow would be nothing but its head


def arrow_plane(
    vectors: Mapping[str, tuple[float, float]],
    *,
    beside: tuple[str, tuple[float, float]] | None = None,
    mixed: tuple[str, Sequence[float]] | None = None,
    reach: float = 2.5,
    ax: "Axes | None" = None,
) -> "Axes":
    """Arrows from the origin, each with its name at its tip.

    Args:
        vectors: name -> its two numbers, 0 or more.
        beside: a name and a vector that the others are compared with: a wide band below them.
        mixed: a name, and a share for each vector: all of them shortened to their shares, head to
            tail, and the sum where they end.
        reach: where both axes end.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes, with equal scales.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    green = COLOURS["head-1"].light
    if beside:
        name, end = beside
        ax.plot(*zip((0, 0), end, strict=True), color=green, alpha=_FAINT, lw=11)
        _name(ax, name, end, (-4, 22), weight="bold")
    ax.plot(0, 0, "o", color=INK, markersize=5)
    right = 24 if mixed else 8  # past the sum, which may run beside an axis
    for name, end in vectors.items():
        _arrow(ax, (0, 0), end, INK, alpha=_FAINT if mixed else 1, lw=1.5)
        if end[1]:
            _name(ax, name, end, (right, 2))
        else:
            _name(ax, name, end, (0, 12), ha="center")
    if mixed:
        name, shares = mixed
        tip = (0.0, 0.0)
        for (x, y), share in zip(vectors.values(), shares, strict=True):
            start, tip = tip, (tip[0] + share * x, tip[1] + share * y)
            _arrow(ax, start, tip, green, lw=3)
        _arrow(ax, (0, 0), tip, INK, lw=2.5)
        _name(ax, name, tip, (12, -4), weight="bold")
    ax.set(xlim=(-0.03 * reach, reach), ylim=(-0.03 * reach, reach), aspect="equal")
    ax.set_xticks(range(int(reach) + 1))
    ax.set_yticks(range(int(reach) + 1))
    return ax


def _arrow(ax, start, end, colour, **look):
    from matplotlib.patches import FancyArrowPatch

    short = max(abs(b - a) for a, b in zip(start, end, strict=True)) < _LEAST
    style = "-" if short else "-|>"
    look |= {"color": colour, "shrinkA": 0, "shrinkB": 0, "mutation_scale": 12}
    ax.add_patch(FancyArrowPatch(start, end, arrowstyle=style, **look))


def _name(ax, name, at, aside, **look):
    ax.annotate(name, at, xytext=aside, textcoords="offset points", va="center", **look)
