"""The fair test of `ch-context`: do a word's vectors separate its senses?

Everywhere, `examples` are triples (sentence, position of the word in it, sense) of one word, and
`vectors` are (n, D), a row for each. Evidence A has the results.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.model import BERTModel
from bert_lab.history.system import System
from bert_lab.search.measures import interval
from bert_lab.text.tensors import batch_texts, vectors_at
from bert_lab.text.wordpiece import token_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Example = tuple[str, int, str]
MOST_IN_COMMON = 1 / 3  # of the words of the shorter of two sentences that count as unlike


class Score(NamedTuple):
    """A mean over words and its 95 % interval; 0.5 is chance."""

    mean: float
    low: float
    high: float


def find_word(word: str, sentences: Sequence[str]) -> list[tuple[str, int]]:
    """(sentence, position) of the first `word` in each; a ValueError where there is none."""
    return [(sentence, sentence.split().index(word)) for sentence in sentences]


@torch.no_grad()
def word_vectors(
    model: BERTModel | System, tokenizer: "Tokenizer", examples: Sequence[tuple]
) -> list[Tensor]:
    """The vectors of a word in its sentences, (n, D) for each layer from the lowest.

    Args:
        model: layer 0 of a BERT is its input embedding. It runs in the mode that it is in.
        examples: of each only the sentence and the position count.
    """
    batch = batch_texts([(text, None) for text, *_ in examples], token_ids(tokenizer))
    bert = isinstance(model, BERTModel)
    states = model.encoder.trace(*batch).hidden_states if bert else model.layers(*batch)
    return vectors_at(states, [position for _, position, *_ in examples])


def without_position(
    vectors: Mapping[str, Tensor], examples: Mapping[str, Sequence[Example]]
) -> dict[str, Tensor]:
    """Each vector minus its word's mean, then minus its position's mean over all words."""
    centred = {word: v - v.mean(dim=0) for word, v in vectors.items()}
    at = {word: torch.tensor([p for _, p, _ in examples[word]]) for word in vectors}
    everything, places = torch.cat(list(centred.values())), torch.cat(list(at.values()))
    means = {int(p): everything[places == p].mean(dim=0) for p in places.unique()}
    return {w: v - torch.stack([means[int(p)] for p in at[w]]) for w, v in centred.items()}


def unlike(examples: Sequence[Example], word: str) -> Tensor:
    """(n, n) bool: which pairs of sentences share few words, `word` itself not counted."""
    bags = [set(text.split()) - {word} for text, *_ in examples]
    return torch.tensor(
        [
            [a is not b and len(a & b) / min(len(a), len(b)) <= MOST_IN_COMMON for b in bags]
            for a in bags
        ]
    )


def triplet_score(vectors: Tensor, same: Tensor, allowed: Tensor) -> Tensor:
    """How often a sentence is nearer to one of its own sense than to one of the other, ().

    Over all (i, j, k) with `same[i, j]`, not `same[i, k]` and both pairs `allowed`: the share in
    which the cosine of i and j is above that of i and k. A tie counts one half.
    """
    unit = F.normalize(vectors, dim=-1)
    cosines = unit @ unit.T  # (n, n)
    lead = cosines[:, :, None] - cosines[:, None, :]  # (n, n, n): i, j, k
    lead = lead[(same & allowed)[:, :, None] & (~same & allowed)[:, None, :]]
    return ((lead > 1e-6).float() + 0.5 * (lead.abs() <= 1e-6)).mean()


def with_interval(scores: Tensor) -> Score:
    """Mean of the words' scores (n,), with a bootstrap interval over words (seed 0)."""
    generator = torch.Generator().manual_seed(0)
    return Score(scores.mean().item(), *interval(scores, generator, draws=2_000))


def sense_scores(
    vectors: Mapping[str, Tensor], examples: Mapping[str, Sequence[Example]]
) -> Tensor:
    """The test, a score for each word: positions taken out, only unlike sentences compared."""
    cleaned, scores = without_position(vectors, examples), []
    for word, found in cleaned.items():
        labels = [sense for *_, sense in examples[word]]
        same = torch.tensor([[a == b for b in labels] for a in labels])
        scores.append(triplet_score(found, same, unlike(examples[word], word)))
    return torch.stack(scores)
