"""Word sense disambiguation: whose vectors tell senses apart, at which layer, from which side?"""

from statistics import fmean
from typing import Any, NamedTuple

import torch
from torch import Tensor

from bert_lab.experiments.comparison.occurrences import (
    SIDES,
    SPLITS,
    Readable,
    occurrences,
    system_vectors,
)
from bert_lab.experiments.comparison.readers import READERS, balanced_accuracy
from bert_lab.world.mini_world import senses

# D2L's own sentences. None of them is in the training stories.
PAIRS = {
    "crane": {"a crane is flying": "bird", "a crane driver came": "machine"},
    "bank": {
        "i went to the bank to deposit cash": "money",
        "i went to the bank to sit down": "river",
    },
}
RESAMPLES = 2_000  # of the bootstrap


class BagOfWords:
    """A control: how often each word stands in what is seen of the sentence."""

    def layers(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> list[Tensor]:
        """The same counts (B, T, V) at every place, without padding."""
        counts = torch.nn.functional.one_hot(tokens).sum(dim=1, keepdim=True)  # (B, 1, V)
        counts[..., 0] = 0
        return [counts.expand(-1, tokens.shape[1], -1).float()]


def _labels(word: str) -> Tensor:
    """Of a word's occurrences: is it the first of its two senses? (n,) bool."""
    found = occurrences(word)
    return torch.tensor([item.sense == found[0].sense for item in found])


def _score(read, X: Tensor, labels: Tensor, halves: Tensor) -> float:
    """Balanced accuracy when each half is asked with the other half known."""
    return fmean(
        balanced_accuracy(read(X[~asked], labels[~asked], X[asked]), labels[asked])
        for asked in (halves == 0, halves == 1)
    )


def ask_word(system: Readable, word: str, vocab: dict[str, int]) -> Tensor:
    """Balanced accuracies (sides, splits, readers, layers) for one word; 0.5 is chance."""
    labels, found = _labels(word), occurrences(word)
    halves = [torch.tensor([item.halves[split] for item in found]) for split in SPLITS]
    return torch.tensor(
        [
            [
                [[_score(read, X, labels, half) for X in layers] for read in READERS.values()]
                for half in halves
            ]
            for side in SIDES
            for layers in [system_vectors(system, [item.seen(side) for item in found], vocab)]
        ],
        dtype=torch.float64,
    )


def ask_pairs(system: Readable, vocab: dict[str, int]) -> Tensor:
    """How right (sentences, readers, layers) about D2L's, with all occurrences known."""
    right = []
    for word, sentences in PAIRS.items():
        known, labels = occurrences(word), _labels(word)
        texts = [tuple(sentence.split()) for sentence in sentences]
        seen = [item.seen("both") for item in known] + [(t, t.index(word)) for t in texts]
        layers = system_vectors(system, seen, vocab)
        for row, sense in enumerate(sentences.values(), start=len(known)):
            shares = torch.stack(
                [
                    torch.cat([read(X[: len(known)], labels, X[row][None]) for X in layers])
                    for read in READERS.values()
                ]
            )
            right.append(shares if sense == known[0].sense else 1 - shares)
    return torch.stack(right)


class Answers(NamedTuple):
    """`words` (words, sides, splits, readers, layers), `pairs` (sentences, readers, layers)."""

    words: Tensor
    pairs: Tensor


def ask(system: Readable, vocab: dict[str, int]) -> Answers:
    """All ambiguous words and D2L's sentences."""
    words = torch.stack([ask_word(system, word, vocab) for word in senses()])
    return Answers(words, ask_pairs(system, vocab))


def summarise(runs: list[Answers]) -> dict[str, Any]:
    """Runs of one system with several seeds -> means, with 95 % bands.

    Returns:
        `accuracy`: {split: {side: {reader: [[mean, low, high] at each layer]}}}; the band is a
        bootstrap over the ambiguous words, each with its mean over the seeds. `pairs`: {sentence:
        {reader: [mean over the seeds at each layer]}}.
    """
    generator = torch.Generator().manual_seed(0)
    values = torch.stack([run.words for run in runs]).mean(dim=0)
    drawn = torch.randint(len(values), (RESAMPLES, len(values)), generator=generator)
    means = values[drawn].mean(dim=1)  # (RESAMPLES, sides, splits, readers, layers)
    low, high = means.quantile(torch.tensor([0.025, 0.975], dtype=torch.float64), dim=0)
    bands = torch.stack([values.mean(dim=0), low, high], dim=-1).tolist()
    pairs = torch.stack([run.pairs for run in runs]).mean(dim=0).tolist()
    sentences = [sentence for sentences in PAIRS.values() for sentence in sentences]
    return {
        "accuracy": {
            split: {
                side: dict(zip(READERS, bands[i][j], strict=True)) for i, side in enumerate(SIDES)
            }
            for j, split in enumerate(SPLITS)
        },
        "pairs": {
            sentence: dict(zip(READERS, row, strict=True))
            for sentence, row in zip(sentences, pairs, strict=True)
        },
    }
