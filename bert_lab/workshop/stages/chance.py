"""Stage 6: whether a draw depends on what it must not: places, tokens or other draws.

Bounds are six times what chance alone brings, or more.
"""

import torch
from torch import Tensor

from bert_lab.workshop.results import Wrong

SIGMAS = 6


def overlap(first: Tensor, second: Tensor) -> Tensor:
    """The number of places that two choices share: (..., P) and (..., P)."""
    return (first[..., :, None] == second[..., None, :]).sum(dim=(-1, -2)).double()


def is_off(shared: Tensor) -> bool:
    """Whether choices of 150 places among 999 share other than 22.5 of them, on average."""
    spread = 4.1 / shared.numel() ** 0.5
    return abs(float(shared.mean()) - 150 * 150 / 999) > max(2.0, SIGMAS * spread)


def agree(first: Tensor, second: Tensor) -> bool:
    """Whether two draws agree more or less often than by chance."""
    a, b = float(first.double().mean()), float(second.double().mean())
    due = a * b + (1 - a) * (1 - b)
    return abs(float((first == second).double().mean()) - due) > 0.04


def check_independence(places: Tensor, old: Tensor, read: Tensor, fates: Tensor) -> None:
    """Raise `Wrong` if one draw predicts another, all (calls, rows, slots)."""
    ordered = places.sort(dim=-1).values
    neighbours = ((ordered[..., 1:] - ordered[..., :-1]) == 1).sum(dim=-1).double()
    if is_off(neighbours):  # 22.4 are due
        raise Wrong("places-in-runs")
    if is_off(overlap(ordered[:, 1:], ordered[:, :-1])):
        raise Wrong("rows-alike")
    masked = fates == 0
    _check_fates(masked, places, old)
    _check_tokens(old, read, fates == 1)


def _check_fates(masked: Tensor, places: Tensor, old: Tensor) -> None:
    counts = masked.sum(dim=-1).double()
    if float(counts.var()) < 6.0:  # 24 is due
        raise Wrong("fates-exact")
    slots = torch.arange(places.shape[-1]).expand_as(places)
    if _depends(masked, slots):
        raise Wrong("fate-by-slot")
    if _depends(masked, places // 37) or _depends(masked, places, 8):
        raise Wrong("fate-by-place")
    if _depends(masked, old):
        raise Wrong("fate-by-token")
    pairs = ((masked[:, 1:], masked[:, :-1]), (masked[..., 1:], masked[..., :-1]))
    if any(agree(*pair) for pair in pairs):
        raise Wrong("fates-alike")


def _depends(masked: Tensor, groups: Tensor, sigmas: float = SIGMAS) -> bool:
    """Whether the share of `<mask>` differs from 0.8 for any number in `groups`."""
    due = groups.flatten().bincount().double()
    got = groups[masked].bincount(minlength=len(due)).double()
    spread = (0.16 * due).sqrt().clamp(min=1.0)
    return bool(((got - 0.8 * due).abs() > sigmas * spread).any())


def _check_tokens(old: Tensor, read: Tensor, random: Tensor) -> None:
    others = read[random]
    rows = random.nonzero()[:, :2]
    same_row = (rows[1:] == rows[:-1]).all(dim=1)
    if float((others[1:] == others[:-1])[same_row].double().mean()) > 0.3:
        raise Wrong("random-one-a-row")
    table = (40 * old[random] + others).bincount(minlength=1600).view(40, 40).double()
    seen = table.sum(dim=1) > 20
    if bool((table[seen].amax(dim=1) > 0.5 * table[seen].sum(dim=1)).any()):
        raise Wrong("random-by-token")
    counts = others.bincount(minlength=40)[5:].double()
    due = len(others) / len(counts)
    if bool(((counts - due).abs() > SIGMAS * due**0.5).any()):
        raise Wrong("random-uneven")
