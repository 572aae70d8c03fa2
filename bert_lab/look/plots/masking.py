"""What masking did, beside what it should do (`ch-mlm`)."""

import math
from collections.abc import Mapping
from itertools import cycle
from typing import TYPE_CHECKING

from bert_lab.look.plots.style import BAND, DASHES, PALETTE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor

POINTS = 200  # of each line
_Z = 1.96  # a normal variable is within so many standard deviations in 95 % of all cases


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
        # as many as the eye tells apart on a logarithmic axis: a page carries them all
        n = torch.logspace(0, math.log10(len(hit)), POINTS).round().long().unique()
        ax.set_xlim(10, len(hit))
        share = hit.cumsum(0)[n - 1] / n
        half = _Z * (p * (1 - p) / n).sqrt()
        ax.fill_between(n.numpy(), (p - half).numpy(), (p + half).numpy(), **BAND)
        ax.plot(n.numpy(), share.numpy(), linestyle=dashes, color=colour, label=name)
    ax.set_ylim(0, 1)
    ax.set_xlabel("chosen tokens so far")
    ax.set_ylabel("share")
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.1, ncols=len(hits))
    return ax
