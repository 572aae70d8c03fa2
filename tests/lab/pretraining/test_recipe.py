"""bert_lab.pretraining.recipe: seed 0 is the shipped run, others differ and can be compared."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.pretraining.preparation import prepare_mini_world
from bert_lab.pretraining.recipe import (
    build_model,
    draw_world,
    recipe,
    training_options,
    training_stories,
)
from bert_lab.world.mini_world import mini_world


@pytest.fixture(scope="module")
def command():
    """What the recorded command draws: tokenizer, pairs, held-out pairs, and the next number."""
    generator = torch.Generator().manual_seed(recipe().seed)
    drawn = prepare_mini_world(recipe().max_seq_length, generator)
    return *drawn[:3], generator


def test_seed_0_reads_what_the_command_reads(command):
    tokenizer, train, held_out, generator = command
    world = draw_world(0)
    assert world.tokenizer.get_vocab() == tokenizer.get_vocab()
    for found, expected in ((world.train, train), (world.held_out, held_out)):
        assert found.tokens.equal(expected.tokens)
        assert found.segments.equal(expected.segments)
        assert found.is_next.equal(expected.is_next)
    assert world.generator().get_state().equal(generator.get_state())
    assert world.generator() is not world.generator()


def test_another_seed_tells_other_stories_in_the_same_words():
    one, other = draw_world(0), draw_world(1)
    assert other.tokenizer.get_vocab() == one.tokenizer.get_vocab()
    assert not other.train.tokens[:100].equal(one.train.tokens[:100])
    assert abs(len(other.train) / len(one.train) - 1) < 0.02  # held-out stories are left out
    assert (other.train.tokens == 1).sum() == 0  # no <unk>


def test_no_training_story_is_held_out():
    corpus = mini_world()
    assert training_stories(corpus, 0) == corpus.train
    other = training_stories(corpus, 1)
    assert 0 < len(corpus.train) - len(other) < 500  # some were told again, and are left out
    assert not set(map(tuple, other)) & set(map(tuple, corpus.valid))


def test_the_model_is_the_mini_bert_untrained():
    world = draw_world(0)
    shipped, _ = load_mini_bert()
    assert build_model(world, world.generator()).config == shipped.config
    assert build_model(world, world.generator(), activation="relu").config.activation == "relu"


def test_options_are_those_of_pretrain():
    assert training_options()["num_train_steps"] == recipe().num_train_steps
