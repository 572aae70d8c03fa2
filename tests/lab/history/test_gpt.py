"""bert_lab.history.gpt: each token sees its left side alone; the last one has seen all."""

import pytest
import torch

from bert_core.inputs import CLS, SEP
from bert_lab.history import GPT, load_system
from bert_lab.history.gpt import next_token_targets
from bert_lab.pretraining import evaluate, prepare, unigram_line
from bert_lab.training_loop.options import TrainingOptions
from tests.helpers.close import MINI, assert_close

BANKS = ("i went to the bank to deposit cash", "i went to the bank to sit down")


@pytest.fixture(scope="module")
def shipped():
    return load_system("gpt")


def test_the_text_s_two_banks_are_one(shipped):
    ids = prepare().tokenizer.get_vocab()
    tokens = torch.tensor([[CLS, *(ids[word] for word in text.split()), SEP] for text in BANKS])
    layers = shipped.layers(tokens, torch.zeros_like(tokens), None)
    assert len(layers) == 3
    for layer in layers:
        assert_close(layer[0, :7], layer[1, :7], roundings=MINI)
    assert not layers[-1][0, 7].isclose(layers[-1][1, 7]).any()


def test_it_has_learned(shipped):
    world = prepare()
    some = world.held_out.select(torch.arange(300))
    unused = torch.Generator()
    scores = evaluate(shipped.model, some, generator=unused, targets=next_token_targets)
    assert scores.mlm_loss < 0.5 * unigram_line(world.train, some, 761)[0]


def test_training_is_from_left_to_right():
    """The decoder is asked for words only: after training its next-word loss has fallen."""
    torch.manual_seed(0)
    system = GPT(761)
    losses = [step.loss for step in system.learn(0, TrainingOptions(12, 16, 4e-3))]
    assert len(losses) == 12
    assert losses[-1] < losses[0] - 0.5
