"""What masking did, beside what it should do (`ch-mlm`)."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

from bert_lab.look.plots.style import BAND, DASHES, INK, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor

_Z = 1.96  # a normal variable is within so many standard deviations in 95 % of all cases


def choice_bars(
    tokens: Sequence[str],
    shares: Sequence[float],
    expected: Sequence[float],
    half_widths: Sequence[float],
    ax: "Axes | None" = None,
) -> "Axes":
    """How often each token was chosen: a dot, on the band in which it should lie.

    Args:
        tokens: labels, in the order of the text.
        shares: of the draws in which the token was chosen, 0 to 1.
        expected: what the rule says.
        half_widths: half the height of each band.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.

    Raises:
        ValueError: if the four differ in length.
    """
    import matplotlib.pyplot as plt

    if not len(tokens) == len(shares) == len(expected) == len(half_widths):
        raise ValueError("tokens, shares, expected, half_widths: expected equal lengths")
    ax = plt.gca() if ax is None else ax
    places = range(len(tokens))
    bottoms = [centre - half for centre, half in zip(expected, half_widths, strict=True)]
    heights = [2 * half for half in half_widths]
    ax.bar(places, heights, 0.8, bottoms, label="band of the rule", **BAND)
    ax.hlines(expected, [x - 0.4 for x in places], [x + 0.4 for x in places], color=INK, alpha=0.6)
    ax.plot(places, shares, "o", color=PALETTE[1], markersize=7, label="counted")
    ax.set_xticks(places, tokens)
    ax.set_ylim(0, 1.3 * max(max(shares), max(expected)))
    ax.set_ylabel("share of draws")
    ax.grid(False, axis="x")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=2)
    return ax


def share_funnel(
    hits: "Mapping[str, Tensor]", expected: Mapping[str, float], ax: "Axes | None" = None
) -> "Axes":
    r"""Running shares of some outcomes, and around each the band of its binomial law.

    Half the height of the band is $1.96 \sqrt{p (1 - p) / n}$, which holds 95 % at any one n.

    Args:
        hits: outcome -> booleans (n,), whether draw 1, 2, ..., n came out so.
        expected: outcome -> its probability p.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.

    Raises:
        KeyError: if an outcome has no probability.
    """
    import matplotlib.pyplot as plt
    import torch

    ax = plt.gca() if ax is None else ax
    ax.set_xscale("log")
    styles = zip(hits.items(), cycle(PALETTE), cycle(DASHES), strict=False)
    for (name, hit), colour, dashes in styles:
        p = expected[name]
        n = torch.arange(1, len(hit) + 1)
        ax.set_xlim(10, len(hit))
        share = hit.cumsum(0) / n
        half = _Z * (p * (1 - p) / n).sqrt()
        ax.fill_between(n.numpy(), (p - half).numpy(), (p + half).numpy(), **BAND)
        ax.plot(n.numpy(), share.numpy(), linestyle=dashes, color=colour, label=name)
    ax.set_ylim(0, 1)
    ax.set_xlabel("chosen tokens so far")
    ax.set_ylabel("share")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=len(hits))
    return ax
