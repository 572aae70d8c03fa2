"""Two ways to ask whether vectors know a word's senses, for many words and layers at once.

*Triplets* are this book's: `sense_test`. *Nearest sense* is that of Loureiro et al. 2021: each
sense has the mean of the vectors of sentences in which it is known, and a vector gets the sense of
the nearest mean.
"""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_lab.experiments.sense_test import Example, sense_scores
from bert_lab.experiments.senses.sentences import merge_places


def triplet_scores(vectors: Tensor, examples: Mapping[str, Sequence[Example]]) -> Tensor:
    """(layers, words): `sense_scores` of vectors (layers, n, D) of all words' examples in order."""
    merged = dict(zip(examples, merge_places(examples.values()), strict=True))
    sizes = [len(found) for found in examples.values()]
    return torch.stack(
        [
            sense_scores(dict(zip(merged, layer.split(sizes), strict=True)), merged)
            for layer in vectors
        ]
    )


def nearest_sense(known: Tensor, senses: Sequence[str], asked: Tensor) -> list[str]:
    """For each asked vector (n, D) the sense whose known vectors (m, D) have the nearest mean."""
    names = sorted(set(senses))
    means = [known[[sense == name for sense in senses]].mean(dim=0) for name in names]
    similar = F.cosine_similarity(asked[:, None], torch.stack(means)[None], dim=-1)
    return [names[i] for i in similar.argmax(dim=1).tolist()]


def halves_scores(vectors: Tensor, examples: Mapping[str, Sequence[Example]]) -> Tensor:
    """(layers, words): the share that `nearest_sense` has right, of all examples.

    Each sense is known by half of its examples and asked of the other half, then the reverse: an
    asked sentence is never in a mean.
    """
    sizes = [len(found) for found in examples.values()]
    return torch.tensor(
        [
            [
                _halves_score(of_word, [sense for *_, sense in found])
                for of_word, found in zip(layer.split(sizes), examples.values(), strict=True)
            ]
            for layer in vectors
        ]
    )


def _halves_score(vectors: Tensor, senses: list[str]) -> float:
    seen = [senses[:i].count(sense) for i, sense in enumerate(senses)]
    first = [2 * before < senses.count(sense) for before, sense in zip(seen, senses, strict=True)]
    right = 0
    for half in (True, False):
        known, asked = ([i for i, f in enumerate(first) if (f == half) == k] for k in (True, False))
        found = nearest_sense(vectors[known], [senses[i] for i in known], vectors[asked])
        right += sum(guess == senses[i] for guess, i in zip(found, asked, strict=True))
    return right / len(senses)
