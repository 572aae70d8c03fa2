"""Heat maps with labels: embeddings, masks, attention weights (chapters 2, 3 and 6)."""

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor


def heat_map(
    values: "Tensor",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    *,
    limits: tuple[float, float] = (0.0, 1.0),
    cmap: str = "Blues",
    number: str | None = None,
    colorbar: bool = True,
    ax: "Axes | None" = None,
) -> "Axes":
    """A matrix as coloured cells, row 0 on top.

    Args:
        values: (rows, columns), real numbers or booleans.
        rows, columns: labels, one for each; none if empty.
        limits: values of the first and the last colour; equal limits make two maps comparable.
        cmap: "Blues" for weights from 0 to 1, "RdBu_r" for signed values around 0.
        number: a format such as ".2f" writes each value into its cell; None writes nothing.
        colorbar: whether to draw the scale beside the map.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.

    Raises:
        ValueError: if the labels do not fit the matrix.
    """
    import matplotlib.pyplot as plt

    values = values.detach().cpu().float().numpy()
    for name, labels, size in zip(("rows", "columns"), (rows, columns), values.shape, strict=True):
        if len(labels) not in (0, size):
            raise ValueError(f"{name}: expected {size} labels, got {len(labels)}")
    ax = plt.gca() if ax is None else ax
    image = ax.imshow(values, cmap=cmap, vmin=limits[0], vmax=limits[1], aspect="auto")
    ax.grid(False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    ax.set_xticks(range(len(columns)), columns)
    ax.set_yticks(range(len(rows)), rows)
    if number is not None:
        _write_numbers(ax, image, number)
    if colorbar:
        ax.figure.colorbar(image, ax=ax, shrink=0.9, pad=0.02).outline.set_visible(False)
    return ax


def _write_numbers(ax, image, number):
    values = image.get_array()
    for i, j in product(*map(range, values.shape)):
        red, green, blue, _ = image.to_rgba(values[i, j])
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5  # luma, ITU-R BT.601
        colour = "white" if dark else "black"
        ax.text(j, i, format(values[i, j], number), ha="center", va="center", color=colour)
