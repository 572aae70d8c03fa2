"""bert_lab.training_loop.any_share: the masking that teaches writing."""

import torch

from bert_core.inputs import CLS, MASK, SEP
from bert_lab.training_loop.any_share import mask_any_share
from bert_lab.training_loop.batches import derived, read_pairs
from tests.helpers.pretraining_data import random_pairs


def test_any_share_is_hidden_and_nothing_but_hidden():
    """Of 400 batches the mean share lies within three standard errors of 0.525."""
    generator, shares = torch.Generator().manual_seed(3), []
    tokens = torch.full((2, 102), 50)
    tokens[:, 0], tokens[:, -1] = CLS, SEP
    for _ in range(400):
        masked = mask_any_share(tokens, 761, generator=generator)
        hidden = masked.inputs == MASK
        assert hidden.sum(dim=1).equal(masked.weights.sum(dim=1).long())
        assert masked.inputs[~hidden].equal(tokens[~hidden])
        shares.append(hidden[:, 1:-1].float().mean().item())
    assert min(shares) < 0.1
    assert max(shares) > 0.95
    assert abs(sum(shares) / 400 - 0.525) < 3 * 0.95 / 12**0.5 / 20


def test_a_run_without_a_rate_masks_so(generator):
    data, rows = random_pairs(6, generator), torch.arange(6)
    batch = read_pairs(data, None, 50, rows, 1, 2, rate=None)
    tokens = data.select(rows).crop().tokens
    expected = mask_any_share(tokens, 50, generator=derived(1, "masks", 2, 0))
    assert all(one.equal(other) for one, other in zip(batch.tensors, expected, strict=False))
