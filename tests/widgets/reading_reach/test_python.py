"""ReadingReach: what it shows is what gradients say, for LSTMs, one-way and two-way attention."""

import pytest
import torch
from torch import nn
from torch.autograd.functional import jacobian

from bert_core import attention_mask
from bert_lab.look.widgets import ReadingReach
from bert_lab.look.widgets.reading_reach import NETWORKS
from tests.helpers.javascript import call

T, D = 7, 6
WORDS = "a crane driver came to the bank"


def _lstm(backward):
    with torch.random.fork_rng():
        torch.manual_seed(0)
        lstm = nn.LSTM(D, 5, num_layers=2, batch_first=True)

    def run(X):
        return lstm(X.flip(1))[0].flip(1) if backward else lstm(X)[0]

    return run


@pytest.fixture
def networks(build_model):
    """The four, as functions of the input embeddings (1, T, D)."""

    def encoder(causal):
        blks = build_model(num_hiddens=D, num_heads=2, num_blks=3, causal=causal).encoder.blks

        def run(X):
            for blk in blks:
                X = blk(X, attention_mask(None, T, causal))
            return X

        return run

    functions = _lstm(False), _lstm(True), encoder(True), encoder(False)
    return dict(zip(NETWORKS, functions, strict=True))


@pytest.mark.parametrize("name", NETWORKS)
def test_gradients_reach_what_is_shown(networks, name):
    run = networks[name]
    X = torch.randn(1, T, D, generator=torch.Generator().manual_seed(1))
    J = jacobian(run, X)[0, :, :, 0]  # (T, outputs, T, D)
    reached = J.abs().amax(dim=(1, 3)) > 0  # (T, T): of, from
    shown = ReadingReach(WORDS)
    calls = [["reach", name, T, position] for position in range(T)]
    for position, in_the_page in enumerate(call("widgets/reading_reach", *calls)):
        shown.position = position
        assert shown.reads[name] == reached[position].nonzero().flatten().tolist()
        assert in_the_page == shown.reads[name]


def test_words_are_cut_as_in_python():
    texts = ["", " a  b ", "a\tb\nc\r\n", "a\u00a0b\u2003c\u3000", "a\x1cb\x85d", "a\u200bb\ufeff"]
    assert call("widgets/reading_reach", *(["split", text] for text in texts)) == [
        x.split() for x in texts
    ]
