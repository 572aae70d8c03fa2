"""Stage 3: several heads."""

import math
from functools import partial
from typing import cast

import torch
from torch import Tensor

from bert_core import MultiHeadAttention, attention_mask
from bert_lab.workshop.compare import compare, expect_tensor
from bert_lab.workshop.stages.oracle import (
    VECTORS,
    Case,
    build_from,
    call_still,
    check_cases,
    randn,
    randomised,
    strided,
)
from bert_lab.workshop.stages.scores import check_many_keys
from bert_lab.workshop.submission import Trial

B, T, N, K = 3, 7, 2, 4
D = N * K


def check_heads(trial: Trial) -> None:
    core = cast(MultiHeadAttention, randomised(MultiHeadAttention(D, N, 0.0)))
    X, lens = randn(B, T, D, seed=3), torch.tensor([4, 6, 2])
    built = build_from(trial, core, D, N)
    trial.right("parts")
    output = call_still(trial, built, X)
    expect_tensor(output, "the output", (B, T, D), X)
    compare(output, core(X), VECTORS, _suspects(core, X), what="the output")
    trial.right("unmasked")
    output = call_still(trial, built, X, lens)
    expect_tensor(output, "the output", (B, T, D), X)
    right = core(X, attention_mask(lens, T))
    compare(output, right, VECTORS, _masked_suspects(core, X, lens), what="the output")
    trial.right("masked")
    trial.again(output, X, lens, on=built)
    check_cases(trial, core, built, partial(_right, core), _cases(X, lens))
    for heads, name in ((1, "one head"), (D, "heads of one number"), (N * 2, "more heads")):
        core = cast(MultiHeadAttention, randomised(MultiHeadAttention(D, heads, 0.0)))
        cases = [(name, (X, lens))]
        check_cases(trial, core, trial.build(D, heads), partial(_right, core), cases)
    _check_many_keys(trial)


def _check_many_keys(trial: Trial) -> None:
    core = MultiHeadAttention(2, 1, 0.0)
    with torch.no_grad():
        for name, parameter in core.named_parameters():
            parameter.copy_(torch.eye(2) if name.endswith("weight") else torch.zeros(2))
    built = build_from(trial, core, 2, 1).bfloat16()
    check_many_keys(lambda X, lens: trial.call(X, lens, on=built, watched=False))


def _right(core: MultiHeadAttention, X: Tensor, lens: Tensor | None) -> Tensor:
    return core(X, attention_mask(lens, X.shape[1]))


def _cases(X: Tensor, lens: Tensor) -> list[Case]:
    return [
        ("", (X, lens)),
        ("no valid lengths", (X, None)),
        ("no padding in any sequence", (X, torch.full_like(lens, T))),
        ("one sequence alone", (X[:1], lens[:1])),
        ("one token alone", (X[:, :1], None)),
        ("numbers that are no neighbours in memory", (strided(X), lens)),
    ]


def flawed(
    core: MultiHeadAttention,
    X: Tensor,
    *,
    split=lambda X: X.unflatten(-1, (N, K)).transpose(1, 2),
    merge=lambda heads: heads.transpose(1, 2).flatten(2),
    layers: str = "qkv",
    size: int = K,
    lens: Tensor | None = None,
    upside_down: bool = False,
    project: bool = True,
) -> Tensor:
    """Several heads with another way to split or merge, other layers or another scale.

    `lens` has a length for each sequence and head (B * N,).
    """
    q, k, v = (split(getattr(core, f"W_{letter}")(X)) for letter in layers)
    scores = q @ k.transpose(-2, -1) / math.sqrt(size)
    if lens is not None:
        padding = (torch.arange(T) >= lens.view(B, N, 1, 1)) ^ upside_down
        scores = scores.masked_fill(padding, -math.inf)
    mixed = merge(scores.softmax(dim=-1) @ v)
    return core.W_o(mixed) if project else mixed


def _suspects(core, X):
    flaw = partial(flawed, core, X)

    def one_head(X):
        return X[:, None]

    return {
        "split-by-view": partial(flaw, split=lambda X: X.reshape(B, N, T, K)),
        "merged-by-view": partial(flaw, merge=lambda heads: heads.reshape(B, T, D)),
        "split-and-merged-by-view": partial(
            flaw, split=lambda X: X.reshape(B, N, T, K), merge=lambda heads: heads.reshape(B, T, D)
        ),
        "heads-interleaved": partial(
            flaw,
            split=lambda X: X.unflatten(-1, (K, N)).permute(0, 3, 1, 2),
            merge=lambda heads: heads.permute(0, 2, 3, 1).flatten(2),
        ),
        "interleaved-on-the-way-back": partial(
            flaw, merge=lambda heads: heads.permute(0, 2, 3, 1).flatten(2)
        ),
        "interleaved-on-the-way-in": partial(
            flaw, split=lambda X: X.unflatten(-1, (K, N)).permute(0, 3, 1, 2)
        ),
        "size-for-number": partial(
            flaw, split=lambda X: X.unflatten(-1, (K, N)).transpose(1, 2), size=N
        ),
        "one-head": partial(flaw, split=one_head, merge=lambda X: X[:, 0], size=D),
        "scaled-by-all": partial(flaw, size=D),
        "no-scale-in-heads": partial(flaw, size=1),
        "no-output-layer": partial(flaw, project=False),
        "queries-and-keys-swapped": partial(flaw, layers="kqv"),
        "values-from-keys": partial(flaw, layers="qkk"),
        "keys-from-queries": partial(flaw, layers="qqv"),
        "attends-between-heads": partial(
            flaw, split=lambda X: X.unflatten(-1, (N, K)), merge=lambda X: X.flatten(2)
        ),
        "heads-reversed": partial(
            flaw, merge=lambda heads: heads.flip(1).transpose(1, 2).flatten(2)
        ),
        "heads-added-up": partial(flaw, merge=lambda heads: heads.sum(dim=1).repeat(1, 1, N)),
        "first-head-alone": partial(flaw, merge=lambda heads: heads[:, 0].repeat(1, 1, N)),
        "scaled-by-number": partial(flaw, size=N),
        "values-from-input": lambda: _values_from_input(core, X),
        "input-added": lambda: core(X) + X,
        "not-projected": lambda: core.W_o(_without_layers(X)),
    }


def _values_from_input(core, X):
    q, k, v = (Y.unflatten(-1, (N, K)).transpose(1, 2) for Y in (core.W_q(X), core.W_k(X), X))
    weights = (q @ k.transpose(-2, -1) / math.sqrt(K)).softmax(dim=-1)
    return core.W_o((weights @ v).transpose(1, 2).flatten(2))


def _without_layers(X):
    heads = X.unflatten(-1, (N, K)).transpose(1, 2)
    scores = heads @ heads.transpose(-2, -1) / math.sqrt(K)
    return (scores.softmax(dim=-1) @ heads).transpose(1, 2).flatten(2)


def _masked_suspects(core, X, lens):
    flaw = partial(flawed, core, X)
    first = torch.where(torch.arange(N) == 0, lens[:, None], T)
    return {
        "lens-not-passed": lambda: core(X),
        "lens-repeated-wrong": partial(flaw, lens=lens.repeat(N)),
        "lens-for-first-head": partial(flaw, lens=first),
        "mask-upside-down": partial(flaw, lens=lens.repeat_interleave(N), upside_down=True),
        "one-key-too-many": lambda: core(X, attention_mask((lens + 1).clamp(max=T), T)),
        "one-key-too-few": lambda: core(X, attention_mask(lens - 1, T)),
    }


CHECKS = {"MultiHeadAttention": check_heads}
