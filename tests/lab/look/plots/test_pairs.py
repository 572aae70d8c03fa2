"""Each text of a pair lies where its tokens stood in the document."""

from bert_core.pairs import Pair
from bert_lab.look.plots import pair_spans


def test_texts_lie_where_their_tokens_stood(ax):
    pairs = [Pair([0, 1, 2], [90, 91, 92, 93], False), Pair([3, 4], [5, 6, 7, 8, 9], True)]
    assert pair_spans(pairs, [3, 2, 5], ax=ax) is ax
    bars = [container[0] for container in ax.containers]
    spans = [(bar.get_x(), bar.get_width(), bar.get_y() + bar.get_height() / 2) for bar in bars]
    assert spans == [(0, 3, 0), (3, 4, 0), (3, 2, 1), (5, 5, 1)]
    assert [bool(bar.get_hatch()) for bar in bars] == [False, True, False, False]
    assert [line.get_xdata()[0] for line in ax.lines] == [0, 3, 5, 10]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["pair 1", "pair 2"]
    assert ax.yaxis_inverted()  # the first pair on top
