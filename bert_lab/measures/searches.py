"""The searches that `ch-practice` has recorded: how good each is, and how far chance goes."""

import math

import torch
from torch import Tensor

from bert_lab.measures.records import recorded
from bert_lab.search.measures import interval


def _recall(places: list[int]) -> float:
    return sum(place <= 5 for place in places) / len(places)


def _reciprocal_rank(places: list[int]) -> float:
    return 1 / places[0]


def _ndcg(places: list[int]) -> float:
    earned = sum(1 / math.log2(place + 1) for place in places)
    return earned / sum(1 / math.log2(i + 2) for i in range(len(places)))


_MEASURES = {"recall at 5": _recall, "MRR": _reciprocal_rank, "nDCG": _ndcg}


def search_values(name: str, measure: str = "recall at 5") -> Tensor:
    """Of each held-out question how well a recorded search did, the mean over its seeds: (Q,).

    Args:
        name: of the search, such as "meaning" or "both, weighed".
        measure: "recall at 5", "MRR" or "nDCG".

    See `ch-practice`.
    """
    of = _MEASURES[measure]
    runs = [[of(places) for places in run] for run in recorded("search")["searches"][name]]
    return torch.tensor(runs).mean(dim=0)


def recall_by_kind(name: str) -> dict[str, float]:
    """Mean recall at 5 of a recorded search by the kind of question. See `ch-practice`."""
    found, kinds = search_values(name), recorded("search")["questions"]
    rows = {kind: [one == kind for one in kinds] for kind in dict.fromkeys(kinds)}
    return {kind: found[torch.tensor(of)].mean().item() for kind, of in rows.items()}


def search_table(*names: str) -> str:
    """The three measures of recorded searches, recall with its interval. See `ch-practice`."""
    lines = [" " * 18 + " recall at 5, 95 of 100 draws     MRR  nDCG  seeds"]
    for name in names:
        found, *others = (search_values(name, measure) for measure in _MEASURES)
        low, high = interval(found, torch.Generator().manual_seed(0))
        means = [f"{found.mean():.2f}", *(f"{one.mean():.2f}" for one in others)]
        seeds = len(recorded("search")["searches"][name])
        lines.append(
            f"{name:18s} {means[0]:>11s}, {low:.2f} to {high:.2f}     "
            f"  {means[1]}  {means[2]}  {seeds:5d}"
        )
    return "\n".join(lines)


def search_gain(name: str, other: str) -> str:
    """The difference of two recorded searches in recall at 5, question by question.

    With what 95 of 100 draws of the questions leave of it. See `ch-practice`.
    """
    apart = search_values(name) - search_values(other)
    low, high = interval(apart, torch.Generator().manual_seed(0))
    return f"{name} − {other}: {apart.mean():+.2f}, {low:+.2f} to {high:+.2f}"
