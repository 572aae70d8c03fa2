"""The recipe of the shipped mini-BERT: its options, and its data for any seed."""

from argparse import Namespace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import torch

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_core.pairs import PairData, pack_pairs, sentence_pairs
from bert_lab.checkpoint import MINI_BERT
from bert_lab.text.corpora import Corpus
from bert_lab.text.tokenization import encode, train_word_level
from bert_lab.training.record import read_run
from bert_lab.world.mini_world import generate_stories, mini_world

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class World(NamedTuple):
    """What a run of one seed reads.

    `held_out` is drawn with the run's own seed: to ask all seeds the same, take that of seed 0.
    """

    tokenizer: "Tokenizer"
    train: PairData
    held_out: PairData
    generator_state: torch.Tensor

    def generator(self) -> torch.Generator:
        """A new generator in the state after the data was drawn: for model and training."""
        generator = torch.Generator()
        generator.set_state(self.generator_state)
        return generator


def recipe() -> Namespace:
    """The options of the command that made the mini-BERT, read from its record."""
    from bert_lab.pretraining.__main__ import parse_arguments

    return parse_arguments(read_run(MINI_BERT).summary["command"].split()[3:])


@cache
def draw_world(seed: int) -> World:
    """Tokenizer and pairs. Seed 0 gives those of the mini-BERT, another one stories of its own.

    The vocabulary is the same for all, and no story of the validation split is among the training
    stories of any.
    """
    corpus = mini_world()
    tokenizer = train_word_level(corpus.train)
    generator = torch.Generator().manual_seed(seed)
    packed = []
    for split in (training_stories(corpus, seed), corpus.valid):
        draw = sentence_pairs(encode(tokenizer, split), generator)
        packed.append(pack_pairs(draw.pairs, recipe().max_seq_length, generator))
    return World(tokenizer, *packed, generator.get_state())


def training_stories(corpus: Corpus, seed: int) -> list[list[str]]:
    """As many stories as `corpus` trains on, less those of its validation split."""
    held_out = set(map(tuple, corpus.valid))
    stories = [story.sentences for story in generate_stories(len(corpus.train), seed)]
    return [list(story) for story in stories if story not in held_out]


def build_model(world: World, generator: torch.Generator, **changes) -> BERTModel:
    """An untrained mini-BERT; `changes` are fields of `BERTConfig`."""
    sizes = {"vocab_size": world.tokenizer.get_vocab_size(), **changes}
    return BERTModel.from_config(BERTConfig.preset(recipe().preset, **sizes), generator=generator)


def training_options() -> dict[str, float]:
    """What of the recipe `pretrain` takes."""
    names = ("num_train_steps", "train_batch_size", "learning_rate", "num_warmup_steps")
    return {name: getattr(recipe(), name) for name in names}
