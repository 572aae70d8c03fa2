"""One token's way through a block, as one line: the residual stream (`ch-attention`)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bert_lab.look.colours import COLOURS
from bert_lab.look.plots.style import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Where a part begins and ends on the line, in the order in which a token meets them.
_PARTS = {
    "in": (0.0, 1.0),
    "attention": (1.0, 4.1),
    "norm 1": (4.5, 5.7),
    "network": (6.0, 8.6),
    "norm 2": (9.0, 10.2),
    "out": (10.2, 11.4),
}
_ROUND = 0.26  # half a plus
# The line goes on from a plus to a norm and from there to the next plus, open shapes all.
_LINE = (
    (0, 4.1 - _ROUND),
    (4.1 + _ROUND, 4.5),
    (5.7, 8.6 - _ROUND),
    (8.6 + _ROUND, 9),
    (10.2, 11.4),
)
_COLOURS = {"attention": "head-1", "network": "axis-F"}
_PLUS = 6  # points, half of it
_HIGH = 1.15  # where the two branches run, above the line


def residual_stream(
    notes: Mapping[str, str],
    *,
    start: str = "in",
    end: str = "out",
    ax: "Axes | None" = None,
) -> "Axes":
    """A block as one token passes it: a line to which two branches add something.

    Args:
        notes: place -> the numbers there: "in", "attention" and "network" (what is added), "sum 1"
            and "sum 2", "norm 1" and "norm 2" (what comes out).
        start, end: what comes in at the left, and where the line leads to.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes, without ticks.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    ax.set(xlim=(-0.1, 11.6), ylim=(-1.25, 2.35))
    ax.set_xticks([])
    ax.set_yticks([])
    ax.spines[:].set_visible(False)
    for left, right in _LINE:
        ax.plot([left, right], [0, 0], color=INK, lw=2)
    ax.plot(11.4, 0, ">", color=INK, markersize=7)
    for part in ("attention", "network"):
        _branch(ax, part)
    for part in ("norm 1", "norm 2"):
        _norm(ax, *_PARTS[part])
    _write(ax, start, 0, -0.62, ha="left")
    _write(ax, end, 11.5, 0.6, ha="right")
    places = {  # x, y, alignment
        "in": (0.0, -1.05, "left"),
        "attention": (2.55, 0.38, "center"),
        "sum 1": (4.4, -0.62, "right"),
        "norm 1": (4.6, -0.62, "left"),
        "network": (7.3, 0.38, "center"),
        "sum 2": (8.9, -0.62, "right"),
        "norm 2": (9.1, -0.62, "left"),
    }
    for part, note in notes.items():
        x, y, align = places[part]
        _write(ax, note, x, y, ha=align, weight="bold")
    return ax


def _branch(ax, part):
    """Leaves the line, passes the part, comes back at a plus."""
    from matplotlib.patches import Rectangle

    left, right = _PARTS[part]
    colour = COLOURS[_COLOURS[part]].light
    low, high = left + 0.15, right - 0.15
    for way in (
        ([left, left, low], [0, _HIGH, _HIGH]),
        ([high, right, right], [_HIGH, _HIGH, _ROUND]),
    ):
        ax.plot(*way, color=colour, lw=2)
    size = (high - low, 0.76)
    ax.add_patch(Rectangle((low, _HIGH - 0.38), *size, fc=colour, ec="none", alpha=0.3))
    _write(ax, part, (left + right) / 2, _HIGH)
    if part == "attention":  # the one place where other tokens come in
        for x in (left + 0.7, (left + right) / 2, right - 0.7):
            ax.plot([x, x], [_HIGH + 0.42, _HIGH + 0.6], color=colour, lw=2)
        _write(ax, "all tokens", (left + right) / 2, _HIGH + 0.85)
    ax.plot(right, 0, "o", mfc="none", mec=INK, markersize=2 * _PLUS)
    ax.plot(right, 0, "+", color=INK, markersize=1.3 * _PLUS)


def _norm(ax, left, right):
    from matplotlib.patches import Rectangle

    ax.add_patch(Rectangle((left, -0.33), right - left, 0.66, fc="none", ec=INK, lw=1.2))
    _write(ax, "norm", (left + right) / 2, 0)


def _write(ax, text, x, y, ha="center", **look):
    ax.annotate(text, (x, y), ha=ha, va="center", **look)
