"""Shares as bars: side by side (`ch-mlm` and `ch-nsp`) and stacked to a whole (`ch-practice`)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bert_lab.look.plots.style import INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TICKS = ([0, 0.25, 0.5, 0.75, 1], ("0", "25 %", "50 %", "75 %", "100 %"))
_HATCHES = ("", "/", "\\", "x")  # told apart without colour, too


def grouped_bars(
    shares: Mapping[str, Mapping[str, float]], *, label: str = "share", ax: "Axes | None" = None
) -> "Axes":
    """Shares from 0 to 1, drawn in per cent: a group of bars for each case, a bar for each series.

    Args:
        shares: judge -> case -> share; every judge has the same cases.
        label: what the share is.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes, the first case on top.

    Raises:
        ValueError: if the judges' cases differ.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    cases = list(next(iter(shares.values())))
    height = 0.8 / len(shares)
    for index, (judge, values) in enumerate(shares.items()):
        if list(values) != cases:
            raise ValueError(f"{judge}: expected the cases {cases}, got {list(values)}")
        places = [place + (index - (len(shares) - 1) / 2) * height for place in range(len(cases))]
        bars = ax.barh(places, list(values.values()), 0.85 * height, label=judge, **_look(index))
        ax.bar_label(bars, fmt=lambda share: f"{100 * share:.0f} %", padding=3)
    ax.set_yticks(range(len(cases)), cases)
    ax.invert_yaxis()
    ax.set_xlim(0, 1.12)  # room for 100 %
    ax.set_xticks(*_TICKS)
    ax.set_xlabel(label)
    ax.grid(False, axis="y")
    ax.tick_params("y", length=0)
    ax.figure.legend(loc="outside upper left", ncols=len(shares))
    return ax


def stacked_shares(parts: Mapping[str, Mapping[str, float]], ax: "Axes | None" = None) -> "Axes":
    """What a whole consists of: one bar for each whole, cut into its parts, in per cent.

    Args:
        parts: whole -> part -> amount, 0 or more; every whole has the same parts.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.

    Raises:
        ValueError: if the parts' names differ.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    names = list(next(iter(parts.values())))
    for whole, amounts in parts.items():
        if list(amounts) != names:
            raise ValueError(f"{whole}: expected the parts {names}, got {list(amounts)}")
    left = [0.0] * len(parts)
    for index, name in enumerate(names):
        shares = [amounts[name] / sum(amounts.values()) for amounts in parts.values()]
        bars = ax.barh(list(parts), shares, left=left, label=name, **_look(index))
        texts = [f"{100 * share:.0f} %" if share >= 0.2 else "" for share in shares]
        ax.bar_label(bars, texts, label_type="center")
        left = [start + share for start, share in zip(left, shares, strict=True)]
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.set_xticks(*_TICKS)
    ax.grid(False, axis="y")
    ax.tick_params("y", length=0)
    ax.figure.legend(loc="outside upper left", ncols=3)
    return ax


def _look(index: int) -> dict:
    """Colour and hatch of the bars at this index; light enough to write upon."""
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Patch

    colours = (*PALETTE, INK)
    colour = colours[index % len(colours)]
    look = {
        "facecolor": to_rgba(colour, 0.4),
        "edgecolor": colour,
        "hatch": _HATCHES[index % len(_HATCHES)],
    }
    if hasattr(Patch, "set_hatchcolor"):  # before Matplotlib 3.11 a hatch has the edge's colour
        look["hatchcolor"] = to_rgba(colour, 0.4)
    return look
