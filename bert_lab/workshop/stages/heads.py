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
    call_still,
    check_gradients,
    drawn,
    filled,
    numbers,
)
from bert_lab.workshop.trial import Trial

B, T, N, K = 3, 7, 2, 4
D = N * K


def check_heads(trial: Trial) -> None:
    core = cast(MultiHeadAttention, drawn(MultiHeadAttention(D, N, 0.0)))
    X, lens = numbers(B, T, D, seed=3), torch.tensor([4, 6, 2])
    built = filled(trial, core, D, N)
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
    check_gradients(trial, built, X, lens)


def flawed(
    core: MultiHeadAttention,
    X: Tensor,
    *,
    split=lambda X: X.unflatten(-1, (N, K)).transpose(1, 2),
    merge=lambda heads: heads.transpose(1, 2).flatten(2),
    layers: str = "qkv",
    size: int = K,
    lens: Tensor | None = None,
    project: bool = True,
) -> Tensor:
    """Several heads with another way to split or merge, other layers or another scale.

    `lens` has a length for each sequence and head (B * N,).
    """
    q, k, v = (split(getattr(core, f"W_{letter}")(X)) for letter in layers)
    scores = q @ k.transpose(-2, -1) / math.sqrt(size)
    if lens is not None:
        padding = torch.arange(T) >= lens.view(B, N, 1, 1)
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
        "input-added": lambda: core(X) + X,
        "not-projected": lambda: core.W_o(_without_layers(X)),
    }


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
    }


CHECKS = {"MultiHeadAttention": check_heads}
