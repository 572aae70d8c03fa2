"""benchmarks.peers: with the same weights, the rivals compute the same loss."""

import pytest
import torch
from torch.nn import functional as F

from benchmarks import peers
from bert_core import BERTConfig
from tests.helpers.close import SMALL, assert_close
from tests.helpers.transformers_weights import parameters_of_both

T, SHORTEST = 13, 7


@pytest.fixture
def config(sizes, variant):
    return BERTConfig(**{**sizes, **variant, "dropout": 0.0, "max_len": T})


@pytest.fixture
def batch(config):
    return peers.draw_batch(config, 5, T, SHORTEST)


def _seeded(peer, config, batch):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model, loss = peer(config, batch)
    return model.eval(), loss


def test_the_text_computes_our_loss_where_every_slot_is_real(config, batch):
    masked = batch.masked
    full = batch._replace(masked=masked._replace(weights=torch.ones_like(masked.weights)))
    assert_close(
        _seeded(peers.the_text, config, full)[1](),
        _seeded(peers.ours, config, full)[1](),
        roundings=SMALL,
    )


def test_the_text_counts_the_slots_that_only_fill_up(config, batch):
    assert (batch.masked.weights == 0).any()
    _, loss = _seeded(peers.the_text, config, batch)
    ours, _ = _seeded(peers.ours, config, batch)
    _, mlm, nsp = ours(*batch.masked[:1], batch.segments, batch.valid_lens, batch.masked.positions)
    expected = F.cross_entropy(mlm.flatten(0, 1), batch.masked.labels.flatten())
    assert_close(loss(), expected + F.cross_entropy(nsp, batch.is_next), roundings=SMALL)


@pytest.mark.parametrize("variant", [{"activation": "gelu", "embedding_norm": True}])
@pytest.mark.parametrize("tied", [True, False])
def test_transformers_computes_our_loss(config, batch, tied):
    config = BERTConfig(**{**vars(config), "tied_decoder": tied})
    theirs, their_loss = _seeded(peers.transformers, config, batch)
    ours, our_loss = _seeded(peers.ours, config, batch)
    with torch.no_grad():
        for parameter, other, flipped in parameters_of_both(ours, theirs):
            parameter.copy_(other.flip(0) if flipped else other)
    assert_close(our_loss(), their_loss(), roundings=SMALL)
