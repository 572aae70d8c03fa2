"""Two ways to read a sense off a vector: its nearest neighbour, and a linear probe."""

import torch
from torch import Tensor
from torch.nn import functional as F

TIE = 1e-4  # cosines, and scores of the probe, that differ by less count as equal
PENALTY = 1.0


def nearest_neighbour(known: Tensor, labels: Tensor, asked: Tensor) -> Tensor:
    """How much of a vector's nearest neighbours has the label 1.

    Args:
        known: (n, D) vectors with labels.
        labels: (n,) bool.
        asked: (m, D).

    Returns:
        (m,) float64 in 0..1: of the known vectors with the highest cosine, the share with label 1.
        Where all known vectors are equal, so is this share for all. Chapter 1.
    """
    cosines = F.normalize(asked.double(), dim=1) @ F.normalize(known.double(), dim=1).T  # (m, n)
    nearest = (cosines > cosines.amax(dim=1, keepdim=True) - TIE).double()
    return nearest @ labels.double() / nearest.sum(dim=1)


def linear_probe(known: Tensor, labels: Tensor, asked: Tensor) -> Tensor:
    """What ridge regression on the labels, 1 and -1, says: 1, 0, or one half for a tie.

    Args and returns: see `nearest_neighbour`. Both classes weigh the same, whatever their numbers.
    Source: Hoerl and Kennard 1970. Chapter 1.
    """
    y = labels.double() * 2 - 1
    weights = torch.where(labels, 0.5 / labels.sum(), 0.5 / (~labels).sum()).double()  # sum to one
    X = known.double()
    mean = weights @ X
    X, centred = X - mean, asked.double() - mean
    spread = (weights @ X.square()).sum()  # the mean square of a vector's length
    if spread < TIE**2:
        return torch.full((len(asked),), 0.5, dtype=torch.float64)
    covariance = X.T @ (weights[:, None] * X)
    penalty = PENALTY / len(X) * spread * torch.eye(X.shape[1], dtype=torch.float64)
    w = torch.linalg.solve(covariance + penalty, X.T @ (weights * y))
    scores = centred @ w
    return torch.where(scores.abs() < TIE, 0.5, (scores > 0).double())


READERS = {"neighbour": nearest_neighbour, "probe": linear_probe}


def balanced_accuracy(shares: Tensor, labels: Tensor) -> float:
    """The mean over both labels of what is right: 0.5 for any constant answer."""
    return (shares[labels].mean().item() + 1 - shares[~labels].mean().item()) / 2
