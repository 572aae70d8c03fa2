"""What becomes of a network's weights, stage by stage (`ch-agnostic`)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bert_lab.look.plots.style import INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = {"new": PALETTE[0], "trained further": PALETTE[1], "frozen": INK}  # by state


def weight_stages(
    stages: Mapping[str, Mapping[str, str]], labels: Mapping[str, str], ax: "Axes | None" = None
) -> "Axes":
    """A column for each stage, in it a box for each part of the network, the first part lowest.

    Args:
        stages: stage -> part -> "new", "trained further" or "frozen".
        labels: stage -> what is said below its column.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes, without frame and scales.

    Raises:
        ValueError: for another state.
    """
    import matplotlib.pyplot as plt
    from matplotlib.colors import to_rgba

    ax = plt.gca() if ax is None else ax
    for column, parts in enumerate(stages.values()):
        for row, (part, state) in enumerate(parts.items()):
            if state not in _COLOURS:
                raise ValueError(f"expected one of {', '.join(_COLOURS)}, got {state!r}")
            colour = _COLOURS[state]
            face = to_rgba(colour, 0.06 if state == "frozen" else 0.25)
            ax.bar(column, 0.86, 0.9, row, edgecolor=to_rgba(colour, 0.5), facecolor=face)
            bold = "normal" if state == "frozen" else "bold"
            ax.text(column, row + 0.6, part, ha="center", va="center")
            ax.text(column, row + 0.26, state, ha="center", va="center", weight=bold)
    ax.set_xticks(range(len(stages)), [f"{name}\n{labels[name]}" for name in stages])
    ax.tick_params("x", length=0)
    ax.set_yticks([])
    ax.set_ylim(-0.1, max(map(len, stages.values())))
    ax.grid(False)
    ax.spines[:].set_visible(False)
    return ax
