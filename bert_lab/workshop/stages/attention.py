"""Stage 2: attention with valid lengths."""

import math
from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from bert_core import attention_mask, attention_weights
from bert_lab.workshop.compare import Look, case, expect_tensor, expect_tuple, format_number
from bert_lab.workshop.stages.common import Case, check_gradients, randn, strided
from bert_lab.workshop.submission import Trial

B, T, K = 3, 5, 4


def right(q: Tensor, k: Tensor, v: Tensor, lens: Tensor | None) -> tuple[Tensor, Tensor]:
    """The mixtures and the weights by `bert_core`."""
    mask = attention_mask(lens, k.shape[1])
    weights = attention_weights(q[:, None], k[:, None], mask)[:, 0]
    return weights @ v, weights


def look_at_attention(trial: Trial) -> Iterator[Look | str]:
    q, k, v = randn(3, B, T, K, seed=2).unbind()
    lens = torch.tensor([3, 2, 4])
    mixtures, weights = expect_tuple(trial.call(q, k, v), ("mixtures", "weights"))
    expect_tensor(mixtures, "mixtures", (B, T, K), q)
    expect_tensor(weights, "weights", (B, T, T), q)
    yield "shapes"
    yield from _looks(trial, "", (q, k, v, None))
    yield "unmasked"
    yield from _looks(trial, "", (q, k, v, lens))
    yield "masked"
    for name, args in _cases(q, k, v, lens):
        with case(name):
            looks = list(_looks(trial, name, args))
        yield from looks
    for args in ((q, k, v, None), (q, k, v, lens)):
        check_gradients(trial, lambda *args: trial.thing(*args)[0], _mixtures, args)


def _mixtures(q: Tensor, k: Tensor, v: Tensor, lens: Tensor | None) -> Tensor:
    return right(q, k, v, lens)[0]


def _looks(trial: Trial, name: str, args: tuple[Any, ...]) -> Iterator[Look]:
    found = expect_tuple(trial.call(*args), ("mixtures", "weights"))
    mixtures, weights = right(*args)
    rows = _Rows(found[1], args[3])
    axes = ("sequence", "query", "key")
    yield Look("weights", found[1], weights, axes, name, unnamed=rows.unnamed, details=rows.details)
    yield Look("mixtures", found[0], mixtures, ("sequence", "query", "number"), name)


class _Rows:
    """What rows of weights have to be: they add up to one, and padding has none of it."""

    def __init__(self, weights: Tensor, lens: Tensor | None):
        self.weights, self.lens = weights, lens

    def unnamed(self, weights: Tensor) -> str:
        if bool(((weights.sum(dim=-1) - 1).abs() > 1e-3).any()):
            return "rows-add-up"
        if self.lens is not None:
            padding = (torch.arange(weights.shape[2]) >= self.lens[:, None])[:, None]
            if float((weights * padding).nansum(dim=-1).max()) > 2e-5:
                return "padding-has-weight"
        return "different"

    def details(self, place: tuple[int, ...]) -> dict[str, object]:
        total = format_number(float(self.weights[place[0], place[1]].sum()))
        return {"sequence": place[0], "row": place[1], "sum": total}


def _cases(q: Tensor, k: Tensor, v: Tensor, lens: Tensor) -> list[Case]:
    padding = (torch.arange(T) >= lens[:, None])[:, :, None]
    far = 0.5 * k + torch.where(padding, 3.0, -3.0)  # a mask that is too weak lets this through
    high_q, high_k = q.clone(), k.clone()
    high_q[..., 0], high_k[..., 0] = 10, 10 * math.sqrt(K)
    sign = torch.where(torch.arange(T) % 2 == 0, 1.0, -1.0)[:, None]
    full = torch.full((B,), T)
    return [
        ("padding that scores high", (q.abs(), far, v, lens)),
        ("scores of about 100", (high_q, high_k, v, None)),
        ("scores that lie far apart", (sign * high_q, high_k, v, lens)),
        ("no padding in any sequence", (q, k, v, full)),
        ("valid lengths of 1", (q, k, v, torch.ones_like(full))),
        ("one sequence alone", (q[:1], k[:1], v[:1], lens[:1])),
        ("one token alone", (q[:, :1], k[:, :1], v[:, :1], torch.ones_like(full))),
        ("vectors of another size", (q[..., :3], k[..., :3], v[..., :3], lens)),
        ("numbers that are no neighbours in memory", (strided(q), strided(k), strided(v), lens)),
    ]


LOOKS = {"attention": look_at_attention}
