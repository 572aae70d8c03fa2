"""bert_lab.measures.cuts: one block of a copy is changed."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.block_parts import CHANGES
from bert_lab.measures.cuts import cut
from bert_lab.pretraining import evaluate, prepare

TOKENS = torch.tensor([[2, 9, 30, 4, 3, 12, 8, 3], [2, 40, 9, 77, 3, 0, 0, 0]])
SEGMENTS = torch.tensor([[0, 0, 0, 0, 0, 1, 1, 1], [0] * 8])
BATCH = TOKENS, SEGMENTS, torch.tensor([8, 5])


@pytest.fixture(scope="module")
def model():
    return load_mini_bert()[0]


@torch.no_grad()
def test_a_cut_block_changes_what_it_passes_on_and_nothing_before_it(model):
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    whole = model.encoder.trace(*BATCH).hidden_states
    for change in CHANGES:
        for block in (1, 2):
            states = cut(model, change, block).encoder.trace(*BATCH).hidden_states
            same = [bool(x.equal(y)) for x, y in zip(states, whole, strict=True)]
            assert same == [layer < block for layer in range(3)], (change, block)
    assert all(tensor.equal(before[name]) for name, tensor in model.state_dict().items())


def test_without_its_residual_the_words_are_lost(model):
    """The control: where the norm of block 2 is cut, which training could do without, they stay."""
    pairs = prepare().held_out.select(torch.arange(200)).crop()

    def right(network):
        return evaluate(network, pairs, generator=torch.Generator().manual_seed(1)).mlm_accuracy

    whole = right(model)
    assert whole > 0.75
    for block in (1, 2):
        assert right(cut(model, "no residual", block)) < 0.25 * whole
    assert right(cut(model, "no norm", 2)) > 0.9 * whole
