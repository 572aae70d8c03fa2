"""Scores of several seeds at each size: a dot for a run, a band from worst to best.

See `ch-finetuning`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bert_lab.look.plots.curves import curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Runs = Sequence[float | None]


def seed_dots(
    scores: Mapping[str, Mapping[str, Runs]],
    references: Mapping[str, float],
    *,
    xlabel: str,
    ylabel: str,
    ax: "Axes | None" = None,
) -> "Axes":
    """One line for each way through the means of its runs, each run as a dot.

    Args:
        scores: way -> size -> a score for each seed, None where it is missing. Sizes stand at equal
            distances, in the order of the first way.
        references: name -> height of a dotted line, as of `curves`.
        xlabel, ylabel: of the axes, with units.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes. What has no run yet has a name and a colour, and no line.
    """
    places = {size: place for place, size in enumerate(next(iter(scores.values())))}
    runs = {
        way: {
            places[size]: known
            for size, runs in row.items()
            if (known := [run for run in runs if run is not None])
        }
        for way, row in scores.items()
    }
    means = {
        way: (list(row), [sum(known) / len(known) for known in row.values()])
        for way, row in runs.items()
    }
    ax = curves(means, references, xlabel=xlabel, ylabel=ylabel, ax=ax)
    for line, row in zip(ax.lines, runs.values(), strict=False):  # after them come the references
        dots = [(place, run) for place, known in row.items() for run in known]
        x, y = zip(*dots, strict=True) if dots else ((), ())
        colour = line.get_color()
        ax.scatter(x, y, s=26, color=colour, zorder=3)
        ax.fill_between(
            list(row),
            list(map(min, row.values())),
            list(map(max, row.values())),
            color=colour,
            alpha=0.2,
            lw=0,
        )
    ax.set_xticks(list(places.values()), list(places))
    ax.margins(x=0.08)
    return ax
