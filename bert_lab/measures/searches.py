"""The searches that `ch-practice` has recorded: how good each is, and how far chance goes."""

import torch
from torch import Tensor

from bert_lab.measures.records import recorded
from bert_lab.search.measures import interval


def _recall(places: list[int]) -> float:
    return sum(place <= 5 for place in places) / len(places)


def search_values(name: str) -> Tensor:
    """Recall at 5 of each held-out question, the mean over a recorded search's seeds: (Q,).

    Args:
        name: of the search, such as "meaning" or "both, weighed".

    See `ch-practice`.
    """
    runs = [[_recall(places) for places in run] for run in recorded("search")["searches"][name]]
    return torch.tensor(runs).mean(dim=0)


def recall_by_kind(name: str) -> dict[str, float]:
    """Mean recall at 5 of a recorded search by the kind of question. See `ch-practice`."""
    found, kinds = search_values(name), recorded("search")["questions"]
    rows = {kind: [one == kind for one in kinds] for kind in dict.fromkeys(kinds)}
    return {kind: found[torch.tensor(of)].mean().item() for kind, of in rows.items()}


def search_gain(name: str, other: str) -> str:
    """The difference of two recorded searches in recall at 5, question by question.

    With what 95 of 100 draws of the questions leave of it. See `ch-practice`.
    """
    apart = search_values(name) - search_values(other)
    low, high = interval(apart, torch.Generator().manual_seed(0))
    return f"{name} − {other}: {apart.mean():+.2f}, {low:+.2f} to {high:+.2f}"
