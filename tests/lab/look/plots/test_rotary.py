"""The arrows stand as they are told, and the two that are compared stand together, too."""

import pytest
import torch
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

from bert_lab.look.plots import turned_arrows
from bert_lab.successors.modernbert_attention import rotate
from tests.helpers.close import assert_close

ARROWS = rotate(torch.tensor([0.0, 1.0]).expand(1, 1, 9, 2))[0, 0]
TOKENS = ["a", "crane", "is", "flying"]


def _drawn(ax):
    """Each arrow's start and direction, in the order of drawing."""
    patches = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    ends = [torch.tensor(patch._posA_posB) for patch in patches]
    return [(start[0].item(), (end - start) / (end - start).norm()) for start, end in ends]


def test_each_place_has_its_arrow_and_the_pair_is_at_the_end():
    ax = turned_arrows(ARROWS, TOKENS, (1, 3), starts=(0, 5), ax=Figure().subplots())
    drawn = _drawn(ax)
    places = [0, 1, 1, 2, 3, 3, 5, 6, 6, 7, 8, 8]
    assert len(drawn) == len(places)
    for (_, towards), place in zip(drawn, places, strict=True):
        assert_close(towards, ARROWS[place], roundings=8, scale=4.0)  # less a start as far away
    assert [round(x, 1) for x, _ in drawn[:6]] == [0, 1, 4.4, 2, 3, 4.4]
    (crane, flying), (later, further) = ([drawn[i][1] for i in two] for two in ((1, 4), (7, 10)))
    assert abs(crane @ flying - later @ further) < 1e-5  # what the picture is there to show
    assert abs(crane @ later) < 0.99
    labels = [text.get_text() for text in ax.texts]
    assert labels[:4] == ["0", "a", "1", "crane"]
    assert labels[-2:] == ["8", "flying"]


def test_a_row_past_the_last_place_is_refused():
    with pytest.raises(ValueError, match="arrows: expected 10 places at least, got 9"):
        turned_arrows(ARROWS, TOKENS, (1, 3), starts=(6,), ax=Figure().subplots())
