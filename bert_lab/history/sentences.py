"""The stories as single sentences, each word with its sense, for systems that read no pairs."""

from functools import cache
from typing import NamedTuple

from torch import Tensor

from bert_core.inputs import CLS, SEP, pad_batch
from bert_lab.pretraining.preparation import training_stories
from bert_lab.world.mini_world import Story, senses, vocabulary


class Sentences(NamedTuple):
    """Sentences as int64 tensors, `<cls>` words `<sep>` in each row.

    `tokens` (n, T); `valid_lens` (n,); `senses` (n, T): at an ambiguous word the number of its
    sense in `sense_names()`, elsewhere 0.
    """

    tokens: Tensor
    valid_lens: Tensor
    senses: Tensor


@cache
def sense_names() -> tuple[str, ...]:
    """ "O" for words without one, then the senses of the grammar; several words may share one."""
    found = {sense for by_topic in senses().values() for sense in by_topic.values()}
    return ("O", *sorted(found))


@cache
def read_sentences(seed: int) -> tuple[Sentences, Sentences]:
    """The sentences of the training stories of a seed, and of the mini-BERT's held-out stories.

    The stories are those that a mini-BERT of this seed reads, and no held-out story is among them.
    Their sentences are: about 98 in 100 held-out sentences occur in training too.
    """
    train, held_out = training_stories(seed)
    return pack_sentences(train), pack_sentences(held_out)


def pack_sentences(stories: list[Story]) -> Sentences:
    """All sentences of these stories, in order."""
    vocab, names, meanings = vocabulary(), sense_names(), senses()
    rows, tags = [], []
    for story in stories:
        for sentence in story.sentences:
            words = sentence.split()
            rows.append([CLS, *(vocab[word] for word in words), SEP])
            found = (meanings.get(word, {}).get(story.topic, "O") for word in words)
            tags.append([0, *map(names.index, found), 0])
    tokens, senses_, valid_lens = pad_batch(rows, tags)
    return Sentences(tokens, valid_lens, senses_)
