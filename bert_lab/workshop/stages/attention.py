"""Stage 2: attention with valid lengths."""

import math
from functools import partial
from typing import Any

import torch
from torch import Tensor

from bert_core import attention_mask, attention_weights
from bert_lab.workshop.compare import case, compare, expect_tensor, expect_tuple, format_number
from bert_lab.workshop.stages.gradients import check_gradients
from bert_lab.workshop.stages.scores import cases, check_many_keys, unshifted
from bert_lab.workshop.submission import Trial

B, T, K = 3, 5, 4
WEIGHTS = ("sequence", "query", "key")
MIXTURES = ("sequence", "query", "number")


def right(q: Tensor, k: Tensor, lens: Tensor | None) -> Tensor:
    """The attention weights (B, T, T) of `bert_core`."""
    mask = attention_mask(lens, k.shape[1])
    return attention_weights(q[:, None], k[:, None], mask)[:, 0]


def flawed(
    q: Tensor,
    k: Tensor,
    *,
    scale: float = 1 / math.sqrt(K),
    dim: int = -1,
    lens: Any = None,
    fill: Any = None,
) -> Tensor:
    """Weights with another scale, another axis of the softmax, or another mask."""
    scores = q @ k.transpose(1, 2) * scale
    if fill is not None:
        scores = fill(scores, torch.arange(T) < lens[:, None])
    return scores.softmax(dim=dim)


def check_attention(trial: Trial) -> None:
    generator = torch.Generator().manual_seed(2)
    q, k, v = torch.randn(3, B, T, K, generator=generator).unbind()
    lens = torch.tensor([3, 2, 4])
    given = trial.call(q, k, v)
    mixtures, weights = expect_tuple(given, ("mixtures", "weights"))
    expect_tensor(mixtures, "mixtures", (B, T, K), q)
    expect_tensor(weights, "weights", (B, T, T), q)
    trial.right("shapes")
    _check_unmasked(q, k, v, mixtures, weights)
    trial.right("unmasked")
    given = trial.call(q, k, v, lens)
    mixtures, weights = expect_tuple(given, ("mixtures", "weights"))
    _check_masked(q, k, v, lens, mixtures, weights)
    trial.right("masked")
    trial.again(given, q, k, v, lens)
    for name, args in cases(q, k, v, lens):
        with case(name):
            given = expect_tuple(trial.call(*args), ("mixtures", "weights"))
            expected = right(args[0], args[1], args[3])
            length = args[0].shape[1]
            real = None if args[3] is None else torch.arange(length) < args[3][:, None]
            softmaxes = {
                "softmax-overflows": partial(unshifted, args[0], args[1], args[3]),
                "softmax-underflows": partial(unshifted, args[0], args[1], args[3], Tensor.max),
            }
            compare(given[1], expected, WEIGHTS, softmaxes, **_rows(given[1], real))
            compare(given[0], expected @ args[2], MIXTURES, what="mixtures")
            check_gradients(trial, lambda *args: trial.thing(*args)[0], _mixed, args)
    check_many_keys(lambda X, lens: trial.call(X, X, X, lens, watched=False)[0])


def _mixed(q: Tensor, k: Tensor, v: Tensor, lens: Tensor | None) -> Tensor:
    return right(q, k, lens) @ v


def _check_unmasked(q, k, v, mixtures, weights):
    scores = q @ k.transpose(1, 2) / math.sqrt(K)
    flaw = partial(flawed, q, k)
    suspects = {
        "no-scale": partial(flaw, scale=1.0),
        "scale-by-size": partial(flaw, scale=1 / K),
        "scale-upwards": partial(flaw, scale=math.sqrt(K)),
        "scale-by-length": partial(flaw, scale=1 / math.sqrt(T)),
        "softmax-over-queries": partial(flaw, dim=1),
        "softmax-over-batch": partial(flaw, dim=0),
        "scores-for-weights": lambda: scores,
        "view-for-transpose": lambda: (q @ k.reshape(B, K, T) / math.sqrt(K)).softmax(dim=-1),
        "keys-ask": partial(flawed, k, q),
        "queries-for-keys": partial(flawed, q, q),
        "keys-for-queries": partial(flawed, k, k),
        "sigmoid": lambda: scores.sigmoid(),
        "causal-always": lambda: scores.masked_fill(
            torch.ones(T, T).triu(1).bool(), -math.inf
        ).softmax(dim=-1),
        "exp-only": lambda: scores.exp(),
    }
    compare(weights, right(q, k, None), WEIGHTS, suspects, **_rows(weights))
    suspects = {
        "mixes-keys": lambda: weights @ k,
        "mixes-queries": lambda: weights @ q,
        "weights-transposed": lambda: weights.transpose(1, 2) @ v,
    }
    compare(mixtures, right(q, k, None) @ v, MIXTURES, suspects, what="mixtures")


def _check_masked(q, k, v, lens, mixtures, weights):
    plain, scores = right(q, k, None), q @ k.transpose(1, 2)
    real = torch.arange(T) < lens[:, None]  # (B, T)

    def filled(value):
        return lambda scores, real: scores.masked_fill(~real[:, None], value)

    def fill_queries(scores, real):
        return scores.masked_fill(~real[:, :, None], -math.inf)

    flaw = partial(flawed, q, k, lens=lens)
    suspects = {
        "lens-ignored": lambda: plain,
        "mask-after-softmax": lambda: plain * real[:, None],
        "scores-times-zero": partial(flaw, fill=filled(0.0)),
        "mask-too-weak": partial(flaw, fill=filled(-1.0)),
        "mask-too-weak-10": partial(flaw, fill=filled(-10.0)),
        "padding-alone": partial(flaw, fill=lambda s, r: s.masked_fill(r[:, None], -math.inf)),
        "one-key-too-few": lambda: right(q, k, lens - 1),
        "padding-counted-from-left": lambda: flawed(
            q,
            k,
            lens=lens,
            fill=lambda s, _: s.masked_fill(
                (torch.arange(T) < T - lens[:, None])[:, None], -math.inf
            ),
        ),
        "no-scale-when-masked": partial(flaw, scale=1.0, fill=filled(-math.inf)),
        "causal": lambda: flawed(
            q,
            k,
            lens=lens,
            fill=lambda s, r: filled(-math.inf)(s, r).masked_fill(
                torch.ones(T, T).triu(1).bool(), -math.inf
            ),
        ),
        "one-key-too-many": lambda: right(q, k, (lens + 1).clamp(max=T)),
        "queries-masked": partial(flaw, fill=fill_queries),
        "queries-masked-finite": partial(
            flaw, fill=lambda s, r: s.masked_fill(~r[:, :, None], -1e9)
        ),
        "both-masked": partial(flaw, fill=lambda s, r: fill_queries(filled(-math.inf)(s, r), r)),
        "one-length-for-all": lambda: right(q, k, lens[:1].expand(B)),
        "longest-for-all": lambda: right(q, k, lens.max().expand(B)),
        "shortest-for-all": lambda: right(q, k, lens.min().expand(B)),
        "scores-for-weights": lambda: scores.masked_fill(~real[:, None], -math.inf) / math.sqrt(K),
    }
    rows = _rows(weights, real)
    compare(
        expect_tensor(weights, "weights", (B, T, T), q),
        right(q, k, lens),
        WEIGHTS,
        suspects,
        **rows,
    )
    suspects = {"mask-for-show": lambda: plain @ v}
    expect_tensor(mixtures, "mixtures", (B, T, K), q)
    compare(mixtures, right(q, k, lens) @ v, MIXTURES, suspects, what="mixtures")


def _rows(weights: Tensor, real: Tensor | None = None) -> dict[str, Any]:
    """Details on rows: the sum of the first wrong one, and its weight on padding."""
    padded = 0.0 if real is None else float((weights * ~real[:, None]).nansum(dim=-1).max())

    def about(place):
        row = weights[place[0], place[1]]
        return {"row": place[1], "sequence": place[0], "sum": format_number(float(row.sum()))}

    sums = weights.sum(dim=-1)
    uneven = bool(((sums - 1).abs() > 1e-3).any())
    return {
        "what": "weights",
        "about": about,
        "broken": (("rows-add-up", uneven), ("padding-has-weight", padded > 2e-5)),
    }


CHECKS = {"attention": check_attention}
