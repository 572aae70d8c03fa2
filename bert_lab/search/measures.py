"""Retrieval metrics, most of them computed from the ranks of the right texts (`ch-practice`).

`recall` and `ndcg` give one number from 0 to 1 for each question, (Q,); their
mean is what papers print. `right` is (Q, P) bool: which of P texts answer which of Q questions, at
least one for each, or recall and nDCG raise a ValueError.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


def places_of(scores: Tensor) -> Tensor:
    """The rank of each text, from 1: how many score at least as much. (Q, P) to (Q, P) int64.

    Of equals, each is as far down as all of them: a search that can't decide gains nothing.
    """
    order = scores.sort(dim=1).values  # lowest first
    below = torch.searchsorted(order, scores.contiguous())
    return scores.shape[1] - below


def recall(places: Tensor, right: Tensor, k: int) -> Tensor:
    """The share of the right texts that are among the first k."""
    return ((places <= k) & right).sum(dim=1) / _number(right)


def ndcg(places: Tensor, right: Tensor) -> Tensor:
    """Discounted gain of the right texts at their ranks, as a share of the best possible.

    Source: Järvelin and Kekäläinen 2002, with the discount 1 / log2(place + 1) and no cut.
    """
    first = torch.arange(1, right.shape[1] + 1)  # (P,)
    earned = (right / (places + 1).log2()).sum(dim=1)
    most = ((first <= _number(right)[:, None]) / (first + 1).log2()).sum(dim=1)
    return earned / most


def answered(
    scores: Tensor,
    spans: Sequence[tuple[int, int]],
    wanted: Sequence[Sequence[tuple[int, int]]],
    most: int,
) -> tuple[list[float], list[float]]:
    """What is handed over by the best 1, 2, 3, ... pieces of one running text.

    Args:
        scores: (Q, P), of each piece for each question.
        spans: of each piece its first word and the one after its last, in the running text.
        wanted: the same of the places that answer each question; one is enough.
        most: how many words may be handed over, on average.

    Returns:
        For each number of pieces the mean of the words handed over, shared ones counted once, and
        the share of the questions of which a wanted place stands in them whole.
    """
    order = scores.argsort(dim=1, descending=True, stable=True).tolist()
    seen: list[set[int]] = [set() for _ in order]
    handed, shares = [], []
    for k in range(scores.shape[1]):
        for words, row in zip(seen, order, strict=True):
            words.update(range(*spans[row[k]]))
        mean = sum(map(len, seen)) / len(seen)
        if mean > most:
            break
        whole = [
            any(words.issuperset(range(*place)) for place in places)
            for words, places in zip(seen, wanted, strict=True)
        ]
        handed.append(mean)
        shares.append(sum(whole) / len(whole))
    return handed, shares


def _number(right: Tensor) -> Tensor:
    """How many texts are right for each question, (Q,)."""
    number = right.sum(dim=1)
    if not number.all():
        missing = (number == 0).nonzero()[:, 0].tolist()
        raise ValueError(f"right: expected a text for each question, got none for {missing}")
    return number


def interval(values: Tensor, generator: torch.Generator, draws: int = 1_000) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean.

    Args:
        values: (Q,) of a measure, or the differences between two searches, question by question.
        generator: draws (CPU).
    """
    if not len(values):
        raise ValueError("values: expected at least one question's, got none")
    rows = torch.randint(len(values), (draws, len(values)), generator=generator)
    low, high = values[rows].mean(dim=1).quantile(torch.tensor([0.025, 0.975])).tolist()
    return low, high
