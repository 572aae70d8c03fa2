"""Whether a unit of a feed-forward network fires for one kind of word (`ch-attention`).

A kind is a set of words that the grammar puts in each other's place. A unit is chosen on some
sentences and scored on others; untrained models, and random directions in place of the units,
say what so many candidates come to without any learning.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

import torch
from torch import Tensor, nn

from bert_core.encoder import TransformerEncoderBlock
from bert_core.masking import NUM_SPECIALS
from bert_core.model import BERTModel
from bert_lab.text.tensors import batch_texts
from bert_lab.text.wordpiece import token_ids
from bert_lab.world.mini_world import grammar

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_LEAST, _MOST = 4, 20  # words of a kind: fewer are hardly one, more are no longer one


def word_kinds() -> dict[str, list[str]]:
    """Kinds of 4 to 20 words in alphabetical order, each by the name of its first word.

    Words are of one kind if a draw of the grammar can put either in the place of the other, or
    both in the place of a third. Colours hang together with most nouns and adjectives so, and are
    taken from their own slot.
    """
    kinds: list[set[str]] = []
    colours: set[str] = set()
    draws = [d for topic in grammar().topics for story in topic.stories for d in story.draws]
    for draw in draws:
        for name, column in zip(draw.names, zip(*draw.rows, strict=True), strict=True):
            words = {word for word in column if " " not in word}
            if name == "colour":
                colours |= words
            for kind in [kind for kind in kinds if kind & words]:
                kinds.remove(kind)
                words |= kind
            kinds.append(words)
    found = [sorted(kind) for kind in (*kinds, colours) if _LEAST <= len(kind) <= _MOST]
    return {kind[0]: kind for kind in sorted(found)}


class Readings(NamedTuple):
    """What the feed-forward networks read: `inputs` (blocks, S, D) at S words, their `ids` (S,)."""

    inputs: Tensor
    ids: Tensor


@torch.no_grad()
def read_words(model: BERTModel, tokenizer: "Tokenizer", sentences: Sequence[str]) -> Readings:
    """The `Readings` at all words of the sentences; the model in evaluation mode."""
    batch = batch_texts([(sentence, None) for sentence in sentences], token_ids(tokenizer))
    words, inputs, hooks = batch[0] >= NUM_SPECIALS, [], []
    for ffn in _networks(model):
        keep = ffn.register_forward_pre_hook(lambda _, given: inputs.append(given[0][words]))
        hooks.append(keep)
    try:
        model.encoder(*batch)
    finally:
        for hook in hooks:
            hook.remove()
    return Readings(torch.stack(inputs), batch[0][words])


@torch.no_grad()
def unit_values(model: BERTModel, inputs: Tensor) -> Tensor:
    """(blocks, S, D) -> (blocks * F, S): each unit's value after the activation."""
    values = [ffn[1](ffn[0](X)).T for ffn, X in zip(_networks(model), inputs, strict=True)]
    return torch.cat(values)


def random_values(inputs: Tensor, num: int, seed: int) -> Tensor:
    """(blocks, S, D) -> (blocks * num, S): along `num` random directions in each block."""
    generator = torch.Generator().manual_seed(seed)
    directions = torch.randn(len(inputs), inputs.shape[-1], num, generator=generator)
    return (inputs @ directions).transpose(1, 2).flatten(0, 1)


def precision(values: Tensor, member: Tensor) -> Tensor:
    """(units, S), bool (S,) -> (units,): share of members among each unit's n largest values.

    n is the number of members, so 1 means that they are exactly those; chance is n / S.
    """
    return member[values.topk(int(member.sum()), dim=1).indices].float().mean(dim=1)


class BestUnit(NamedTuple):
    """The best of many units for a kind: its place, and its `precision` on other sentences."""

    unit: int
    precision: float


def best_units(
    kinds: Mapping[str, Sequence[str]],
    vocab: Mapping[str, int],
    chosen_on: tuple[Tensor, Tensor],
    scored_on: tuple[Tensor, Tensor],
) -> dict[str, BestUnit]:
    """For each kind the unit that is best on some words, with its score on others.

    Args:
        kinds: by name, words of the vocabulary; one of each has to occur in both.
        chosen_on, scored_on: values (units, S) and the words' ids (S,).
    """
    found = {}
    for name, kind in kinds.items():
        wanted = torch.tensor([vocab[word] for word in kind])
        first, second = (
            precision(values, torch.isin(ids, wanted)) for values, ids in (chosen_on, scored_on)
        )
        unit = int(first.argmax())
        found[name] = BestUnit(unit, second[unit].item())
    return found


def _networks(model: BERTModel) -> list[nn.Sequential]:
    return [cast(TransformerEncoderBlock, blk).ffn for blk in model.encoder.blks]
