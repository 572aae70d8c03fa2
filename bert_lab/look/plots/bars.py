"""Shares as bars: side by side (chapters 4 and 5) and stacked to a whole (chapter 6)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HATCHES = ("", "///", "...", "xxx", "\\\\\\", "++")  # told apart without colour, too
_PER_CENT = ("0", "25 %", "50 %", "75 %", "100 %")
_LABEL = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}


def grouped_bars(
    shares: Mapping[str, Mapping[str, float]], *, label: str = "share", ax: "Axes | None" = None
) -> "Axes":
    """Shares from 0 to 1, drawn in per cent: a group of bars for each case, in it one per judge.

    Args:
        shares: judge -> case -> share; every judge has the same cases.
        label: what the share is.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.

    Raises:
        ValueError: if the judges' cases differ.
    """
    import matplotlib.pyplot as plt

    ax = plt.gca() if ax is None else ax
    cases = list(next(iter(shares.values())))
    width = 0.8 / len(shares)
    for index, (judge, values) in enumerate(shares.items()):
        if list(values) != cases:
            raise ValueError(f"{judge}: expected the cases {cases}, got {list(values)}")
        places = [place + (index - (len(shares) - 1) / 2) * width for place in range(len(cases))]
        hatch = _HATCHES[index % len(_HATCHES)]
        bars = ax.bar(places, values.values(), 0.9 * width, hatch=hatch, ec="white", label=judge)
        ax.bar_label(bars, fmt=lambda share: f"{100 * share:.0f}", padding=2)
    ax.set_xticks(range(len(cases)), cases)
    ax.set_ylim(0, 1.1)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1], _PER_CENT)
    ax.set_ylabel(label)
    ax.grid(False, axis="x")
    ax.figure.legend(loc="outside upper center", ncols=len(shares))
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
    for name, hatch in zip(names, _HATCHES, strict=False):
        shares = [amounts[name] / sum(amounts.values()) for amounts in parts.values()]
        bars = ax.barh(list(parts), shares, left=left, hatch=hatch, ec="white", label=name)
        texts = [f"{100 * share:.0f} %" if share >= 0.06 else "" for share in shares]
        ax.bar_label(bars, texts, label_type="center", bbox=_LABEL)
        left = [start + share for start, share in zip(left, shares, strict=True)]
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], _PER_CENT)
    ax.grid(False, axis="y")
    ax.figure.legend(loc="outside upper center", ncols=3)
    return ax
