"""A score's terms as a table of small maps (`ch-attention`)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bert_lab.look.plots.heatmaps import heat_map

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from torch import Tensor


def term_maps(
    terms: "Tensor",
    parts: Sequence[str],
    tokens: Sequence[str],
    *,
    limit: float,
    figure: "Figure | None" = None,
) -> "Figure":
    """Every part of the queries times every part of the keys, all on one scale.

    Args:
        terms: (P, P, T, T): parts of the query by parts of the key, then queries by keys.
        parts: P names, of rows and of columns of maps alike.
        tokens: T labels.
        limit: the scale reaches from -limit to limit.
        figure: where to draw; the current figure if None.

    Returns:
        The Figure; its axes are the maps, row by row.
    """
    import matplotlib.pyplot as plt

    figure = plt.gcf() if figure is None else figure
    last = len(parts) - 1
    grid = figure.subplots(len(parts), len(parts), squeeze=False)
    for a, query in enumerate(parts):
        for b, key in enumerate(parts):
            heat_map(
                terms[a, b],
                tokens if b == 0 else (),
                tokens if a == last else (),
                limits=(-limit, limit),
                scale=a == b == 0,
                ax=grid[a, b],
            )
            grid[a, b].tick_params("x", rotation=90)
            grid[a, b].set_xlabel(key if a == last else "")
            grid[a, b].set_ylabel(query if b == 0 else "")
    return figure
