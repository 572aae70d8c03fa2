"""bert_lab.history.elmo: layers and loss by hand; no direction sees the other side."""

import pytest
import torch

from bert_core.inputs import CLS, PAD, SEP
from bert_lab.history import ELMo, load_system
from bert_lab.pretraining import prepare, unigram_line
from tests.helpers.close import assert_close

V, H = 23, 5
TOKENS = torch.tensor([[CLS, 7, 8, 9, 10, SEP, PAD], [CLS, 11, SEP, 12, 13, 14, SEP]])
VALID_LENS = torch.tensor([6, 7])


@pytest.fixture
def system():
    torch.manual_seed(0)
    return ELMo(V, num_hiddens=H)


def test_layers_by_hand(system):
    """The word twice; LSTM on the word; LSTM on that, added to it; backwards for the other half."""
    found = system.layers(TOKENS, torch.zeros_like(TOKENS), VALID_LENS)
    assert [layer.shape for layer in found] == [(2, 7, 2 * H)] * 3
    for row, length in enumerate(VALID_LENS.tolist()):
        x = system.embedding(TOKENS[row, :length])[None]
        halves = []
        for lstms, turn in (
            ([pair.from_left for pair in system.lstms], lambda h: h),
            ([pair.from_right for pair in system.lstms], lambda h: h.flip(1)),
        ):
            first, _ = lstms[0](turn(x))
            second, _ = lstms[1](first)
            halves.append([x, turn(first), turn(first + second)])
        for layer, (left, right) in zip(found, zip(*halves, strict=True), strict=True):
            assert_close(
                layer[row, :length], torch.cat([left, right], dim=-1)[0], roundings=2 * 7 * H
            )


@pytest.mark.parametrize("layer", [1, 2])
def test_no_direction_sees_the_other_side(system, layer):
    segments, changed = torch.zeros_like(TOKENS), TOKENS.clone()
    changed[:, 3] = 20
    before = system.layers(TOKENS, segments, VALID_LENS)[layer]
    after = system.layers(changed, segments, VALID_LENS)[layer]
    assert before[:, :3, :H].equal(after[:, :3, :H])
    assert before[:, 4:6, H:].equal(after[:, 4:6, H:])
    assert not before[:, 2, H:].isclose(after[:, 2, H:]).any()
    assert not before[:, 4, :H].isclose(after[:, 4, :H]).any()


def test_loss_by_hand(system):
    left, right = system.losses(TOKENS, VALID_LENS)
    states = system.states(TOKENS, None, VALID_LENS)[-1]
    sums, num = [0.0, 0.0], 0
    for row in range(2):
        for t, token in enumerate(TOKENS[row].tolist()):
            if token < 5:  # special tokens are read, not asked
                continue
            num += 1
            for side, (at, half) in enumerate(((t - 1, slice(H)), (t + 1, slice(H, None)))):
                logits = system.decoder(states[row, at, half])
                sums[side] -= logits.log_softmax(dim=-1)[token]
    assert_close(torch.stack([left, right]), torch.stack(sums) / num, roundings=2 * V)
    assert_close(system.loss(TOKENS, VALID_LENS), sum(sums) / num / 2, roundings=2 * V)


def test_the_shipped_models_have_learned():
    world = prepare()
    some = world.held_out.select(torch.arange(300))
    left, right = load_system("elmo").losses(some.tokens, some.valid_lens)
    unigram, _ = unigram_line(world.train, some, 761)
    assert max(left, right) < 0.5 * unigram
