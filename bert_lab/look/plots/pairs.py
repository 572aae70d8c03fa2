"""How a document is cut into pairs of texts (`ch-nsp`)."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from bert_lab.look.colours import COLOURS
from bert_lab.look.plots.style import DOTTED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bert_core.pairs import Pair


def pair_spans(
    pairs: "Sequence[Pair]", sentence_lengths: Sequence[int], ax: "Axes | None" = None
) -> "Axes":
    """Each pair of a document as a row: where its texts lie, and which came from elsewhere.

    Args:
        pairs: all drawn from one document whose token ids are its positions 0, 1, 2, ...
        sentence_lengths: tokens in each sentence of that document.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes. A second text from another document stands behind its first text, hatched.
    """
    import matplotlib.pyplot as plt
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Rectangle

    ax = plt.gca() if ax is None else ax
    blue, brown = COLOURS["axis-T"].light, COLOURS["axis-D"].light
    kinds = {
        "first text": {"fc": to_rgba(blue, 0.3), "ec": blue},
        "second text, really next": {"fc": to_rgba(brown, 0.3), "ec": brown},
        "second text, from elsewhere": {"fc": "none", "ec": brown, "hatch": "/"},
    }
    _, really_next, elsewhere = kinds
    for row, (first, second, is_next) in enumerate(pairs):
        end = first[-1] + 1
        a = ax.barh(row, len(first), left=first[0], height=0.6, **kinds["first text"])
        kind = really_next if is_next else elsewhere
        b = ax.barh(row, len(second), left=end, height=0.6, **kinds[kind])
        ax.bar_label(a, ["A"], label_type="center", weight="bold")
        ax.bar_label(b, ["B"], label_type="center", weight="bold")
    handles = [Rectangle((0, 0), 1, 1, **kind) for kind in kinds.values()]
    ax.figure.legend(handles, kinds, loc="outside upper left", ncols=3)
    for end in accumulate(sentence_lengths, initial=0):
        ax.axvline(end, zorder=0, **DOTTED)
    ax.grid(False)
    ax.invert_yaxis()
    ax.set_yticks(range(len(pairs)), [f"pair {row + 1}" for row in range(len(pairs))])
    ax.set_xlabel("token of the document (dotted: ends of its sentences)")
    return ax
