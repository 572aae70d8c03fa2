"""Rotary positions as arrows, one above each token, turned by its place (`ch-after`)."""

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from bert_lab.look.colours import COLOURS
from bert_lab.look.plots.style import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor

_FAINT, _GROUND = 0.35, 0.07  # opacity of arrows that aren't compared, and of the circles
_LONG, _WIDE = 0.42, 0.46  # an arrow, and the radius of its circle; tokens are 1 apart


def turned_arrows(
    arrows: "Tensor",
    tokens: Sequence[str],
    pair: tuple[int, int],
    *,
    starts: Sequence[int] = (0,),
    ax: "Axes | None" = None,
) -> "Axes":
    """A row for each start: the tokens' arrows in their places, and at its end two together.

    Args:
        arrows: (T, 2), of length 1: how the arrow of a place stands.
        tokens: what stands there, the first of them in the place `start`.
        pair: the numbers of the two tokens whose arrows are compared.
        starts: the place of the first token, for each row.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes, with equal scales and without axes.

    Raises:
        ValueError: if a row would go past the last place.
    """
    import matplotlib.pyplot as plt
    from matplotlib.patches import Circle

    ax = plt.gca() if ax is None else ax
    if max(starts) + len(tokens) > len(arrows):
        last = max(starts) + len(tokens)
        raise ValueError(f"arrows: expected {last} places at least, got {len(arrows)}")
    colours = [COLOURS["head-1"].light, COLOURS["head-3"].light]
    together = len(tokens) + 0.4
    for (row, start), (i, token) in product(enumerate(starts), enumerate(tokens)):
        y = -1.75 * row
        circle = Circle((i, y), _WIDE, fc=INK, ec="none", alpha=_GROUND)
        ax.add_patch(circle)
        own = i in pair
        colour, alpha = (colours[pair.index(i)], 1) if own else (INK, _FAINT)
        _arrow(ax, (i, y), arrows[start + i], colour, alpha)
        ax.text(i, y + 0.62, str(start + i), ha="center", va="center", alpha=0.7)
        weight = "bold" if own else "normal"
        ax.text(i, y - 0.64, token, ha="center", va="center", weight=weight)
        if own:
            _arrow(ax, (together, y), arrows[start + i], colour, 1)
    for row in range(len(starts)):
        ax.add_patch(Circle((together, -1.75 * row), _WIDE, fc="none", ec=INK, alpha=_FAINT))
    ax.set(xlim=(-0.6, together + 0.6), ylim=(-1.75 * (len(starts) - 1) - 0.9, 0.9))
    ax.set(aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def _arrow(ax, start, towards, colour, alpha):
    from matplotlib.patches import FancyArrowPatch

    end = (start[0] + _LONG * towards[0].item(), start[1] + _LONG * towards[1].item())
    look = {"arrowstyle": "-|>", "mutation_scale": 12, "shrinkA": 0, "shrinkB": 0}
    ax.add_patch(FancyArrowPatch(start, end, color=colour, alpha=alpha, lw=2, **look))
