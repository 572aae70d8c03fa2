"""Heat maps with labels: embeddings, masks, attention weights.

See `ch-agnostic`, `ch-input` and `ch-attention`.
"""

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from bert_lab.look.colours import COLOURS
from bert_lab.look.plots.style import INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor

_STRONG, _WRITTEN = 1.0, 0.45  # opacity at the end of the scale; less where numbers stand above
_EMPTY, _OUT = 0.05, 0.25  # a cell of value 0; a cell without a value
_SHADES = 32  # more than an eye tells apart; cells of one shade are one shape of a drawing
_STEPS = (0, 0.25, 0.5, 0.75, 1)  # of the scale that is drawn


def heat_map(
    values: "Tensor",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    *,
    limits: tuple[float, float] = (0.0, 1.0),
    colour: str = "plus",
    number: str | None = None,
    scale: bool = True,
    ax: "Axes | None" = None,
) -> "Axes":
    """A matrix as cells, row 0 on top: the stronger the colour, the further from zero.

    Args:
        values: (rows, columns), real numbers or booleans; nan makes a grey cell.
        rows, columns: labels, one for each; none if empty.
        limits: values of the ends of the scale; equal limits make two maps comparable.
        colour: for values above zero, a name in `COLOURS`: "head-1" for the weights of a head.
            Values below zero have the colour "minus".
        number: a format such as ".2f" writes each value into its cell; None writes nothing.
        scale: whether to show the scale above the figure.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes; its first collection holds the cells, row by row.

    Raises:
        ValueError: if the labels do not fit the matrix.
    """
    import matplotlib.pyplot as plt

    values = values.detach().cpu().float()
    for name, labels, size in zip(("rows", "columns"), (rows, columns), values.shape, strict=True):
        if len(labels) not in (0, size):
            raise ValueError(f"{name}: expected {size} labels, got {len(labels)}")
    ax = plt.gca() if ax is None else ax
    end, strongest = max(map(abs, limits)), _STRONG if number is None else _WRITTEN
    _draw_cells(ax, values / end, colour, strongest)
    ax.grid(False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    if number is not None:
        for i, j in product(*map(range, values.shape)):
            ax.text(j, i, format(values[i, j].item(), number), ha="center", va="center")
    if scale:
        _draw_scale(ax.figure, limits, colour, strongest)
    return ax


def _draw_cells(ax, strengths, colour, strongest):
    from matplotlib.collections import PolyCollection

    half = 0.47  # of a cell's side: a gap between neighbours
    squares = [
        [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        for y, x in product(*map(range, strengths.shape))
    ]
    faces = [_face(strength, colour, strongest) for strength in strengths.flatten().tolist()]
    ax.add_collection(PolyCollection(squares, facecolors=faces, edgecolors="none"))
    ax.set_xlim(-0.5, strengths.shape[1] - 0.5)
    ax.set_ylim(strengths.shape[0] - 0.5, -0.5)


def _face(strength, colour, strongest):
    """(r, g, b, opacity) of a value from -1 to 1."""
    from matplotlib.colors import to_rgba

    if strength != strength:
        return to_rgba(INK, _OUT)
    opacity = strongest * round(min(abs(strength), 1) * _SHADES) / _SHADES
    if opacity <= _EMPTY:
        return to_rgba(INK, _EMPTY)
    return to_rgba(COLOURS[colour if strength > 0 else "minus"].light, opacity)


def _draw_scale(figure, limits, colour, strongest):
    """The scale as a row of cells above the figure, its ends named."""
    from matplotlib.patches import Patch

    low, high = limits
    values = [low + step * (high - low) for step in _STEPS]
    end = max(map(abs, limits))
    swatches = [Patch(fc=_face(v / end, colour, strongest), ec="none") for v in values]
    names = [f"{value:.2g}".replace("-", "−") for value in values]
    figure.legend(swatches, names, loc="outside upper left", ncols=len(names), handlelength=1)
