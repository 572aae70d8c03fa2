"""Word sense disambiguation: whose vectors tell senses apart, at which layer, from which side?

Ambiguous words are asked in sentences of the mini-world, seen whole or cut off beside the word.
"""

from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, Protocol

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_lab.text.tensors import batch_texts, vectors_at
from bert_lab.world.mini_world import sense_frames, senses

SIDES = ("left", "right", "both")
SPLITS = ("sentences", "frames")
PER_FRAME = 6  # a frame with many fillings must not crowd out the others
CONTEXT = 2  # words that must stand on either side


class Readable(Protocol):
    """A reader to evaluate: a system of the history, or a control with its interface."""

    def layers(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> list[Tensor]:
        """Tokens and segments (B, T), lengths (B,) -> at each layer the vectors (B, T, D_l)."""
        ...


@dataclass(frozen=True)
class Occurrence:
    """An ambiguous word in a sentence: its place, its sense, and its half of the data, 0 or 1.

    There are two ways to halve: by "sentences", so that other sentences of the same frame are in
    the other half, or by "frames", so that none are. See `ch-context`.
    """

    words: tuple[str, ...]
    place: int
    sense: str
    halves: dict[str, int]

    def seen(self, side: str) -> tuple[tuple[str, ...], int]:
        """The sentence with what stands on one `side` of the word, or "both"; the word's place."""
        if side == "left":
            return self.words[: self.place + 1], self.place
        if side == "right":
            return self.words[self.place :], 0
        return self.words, self.place


@cache
def occurrences(word: str) -> tuple[Occurrence, ...]:
    """The sentences of an ambiguous word that are evaluated: the same in every run.

    Those with two words or more on either side of it, at most six of each frame. Sentences of a
    frame, or frames of a sense, go into the two halves in turns.

    Raises:
        ValueError: if the word is not ambiguous.

    See `ch-context`.
    """
    if word not in senses():
        raise ValueError(f"expected one of {', '.join(senses())}, got {word!r}")
    rng, found = Random(f"occurrences of {word}"), []
    for sense, frames in sense_frames(word).items():
        usable = ([s.split() for s in frame] for frame in frames)
        usable = [[s for s in frame if _context(s, word)] for frame in usable]
        for number, frame in enumerate(filter(None, usable)):
            for turn in range(min(PER_FRAME, len(frame))):
                words = frame.pop(int(rng.random() * len(frame)))
                halves = {"sentences": (number + turn) % 2, "frames": number % 2}
                found.append(Occurrence(tuple(words), words.index(word), sense, halves))
    return tuple(found)


def _context(words: list[str], word: str) -> bool:
    place = words.index(word)
    return CONTEXT <= place < len(words) - CONTEXT


def system_vectors(
    system: Readable, seen: list[tuple[tuple[str, ...], int]], vocab: dict[str, int]
) -> list[Tensor]:
    """The word's vectors (n, D_l) at each of a system's layers, in n texts."""
    texts = [(" ".join(words), None) for words, _ in seen]
    return vectors_at(system.layers(*batch_texts(texts, vocab)), [place for _, place in seen])


TIE = 1e-4  # cosines, and scores of the probe, that differ by less count as equal
PENALTY = 1.0


def nearest_neighbour(known: Tensor, labels: Tensor, queries: Tensor) -> Tensor:
    """The share of label 1 among a vector's nearest neighbours.

    Args:
        known: (n, D) vectors with labels.
        labels: (n,) bool.
        queries: (m, D).

    Returns:
        (m,) float64 in 0..1: of the known vectors with the highest cosine, the share with label 1.
        Where all known vectors are equal, so is this share for all. See `ch-context`.
    """
    cosines = F.normalize(queries.double(), dim=1) @ F.normalize(known.double(), dim=1).T  # (m, n)
    nearest = (cosines > cosines.amax(dim=1, keepdim=True) - TIE).double()
    return nearest @ labels.double() / nearest.sum(dim=1)


def linear_probe(known: Tensor, labels: Tensor, queries: Tensor) -> Tensor:
    """The prediction of ridge regression on the labels, 1 and -1: 1, 0, or one half for a tie.

    Args and returns: see `nearest_neighbour`. Both classes weigh the same, whatever their numbers.
    Source: Hoerl and Kennard 1970. See `ch-context`.
    """
    y = labels.double() * 2 - 1
    weights = torch.where(labels, 0.5 / labels.sum(), 0.5 / (~labels).sum()).double()  # sum to one
    X = known.double()
    mean = weights @ X
    X, centred = X - mean, queries.double() - mean
    spread = (weights @ X.square()).sum()  # the mean square of a vector's length
    if spread < TIE**2:
        return torch.full((len(queries),), 0.5, dtype=torch.float64)
    covariance = X.T @ (weights[:, None] * X)
    penalty = PENALTY / len(X) * spread * torch.eye(X.shape[1], dtype=torch.float64)
    w = torch.linalg.solve(covariance + penalty, X.T @ (weights * y))
    scores = centred @ w
    return torch.where(scores.abs() < TIE, 0.5, (scores > 0).double())


READERS = {"neighbour": nearest_neighbour, "probe": linear_probe}


def balanced_accuracy(shares: Tensor, labels: Tensor) -> float:
    """The mean accuracy over both labels: 0.5 for any constant answer."""
    return (shares[labels].mean().item() + 1 - shares[~labels].mean().item()) / 2


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
    """A control: how often each word occurs in the visible part of the sentence."""

    def layers(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> list[Tensor]:
        """The same counts (B, T, V) at every position, without padding."""
        counts = torch.nn.functional.one_hot(tokens).sum(dim=1, keepdim=True)  # (B, 1, V)
        counts[..., 0] = 0
        return [counts.expand(-1, tokens.shape[1], -1).float()]


def _labels(word: str) -> Tensor:
    """Whether each occurrence has the first of the word's two senses: (n,) bool."""
    found = occurrences(word)
    return torch.tensor([item.sense == found[0].sense for item in found])


def _score(read, X: Tensor, labels: Tensor, halves: Tensor) -> float:
    """Balanced accuracy on each half with the other one as training data, averaged."""
    return fmean(
        balanced_accuracy(read(X[~half], labels[~half], X[half]), labels[half])
        for half in (halves == 0, halves == 1)
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
    """Results for all ambiguous words and D2L's sentences."""
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
