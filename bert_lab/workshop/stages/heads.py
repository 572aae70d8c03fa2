"""Stage 3: several heads."""

from collections.abc import Iterator
from functools import partial

import torch
from torch import Tensor

from bert_core import MultiHeadAttention, attention_mask
from bert_lab.workshop.compare import Look
from bert_lab.workshop.stages.common import (
    VECTORS,
    case_looks,
    randn,
    randomised,
    strided,
    training_looks,
)
from bert_lab.workshop.submission import Trial

B, T, N, K = 3, 7, 2, 4
D = N * K


def look_at_heads(trial: Trial) -> Iterator[Look | str]:
    core = randomised(MultiHeadAttention(D, N, 0.0))
    right = partial(_right, core)
    X, lens = randn(B, T, D, seed=3), torch.tensor([4, 6, 2])
    built = trial.build_from(core, D, N)
    yield "parts"
    yield Look("the output", trial.call(X, on=built), core(X), VECTORS)
    yield "unmasked"
    yield Look("the output", trial.call(X, lens, on=built), right(X, lens), VECTORS)
    yield "masked"
    cases = [
        ("no valid lengths", (X, None)),
        ("no padding in any sequence", (X, torch.full_like(lens, T))),
        ("one sequence alone", (X[:1], lens[:1])),
        ("one token alone", (X[:, :1], None)),
        ("numbers that are no neighbours in memory", (strided(X), lens)),
    ]
    yield from case_looks(trial, built, right, cases)
    for heads, name in ((1, "one head"), (D, "heads of one number"), (N * 2, "more heads")):
        other = randomised(MultiHeadAttention(D, heads, 0.0))
        made = trial.build_from(other, D, heads)
        cases = [(name, (X, lens))]
        yield from case_looks(trial, made, partial(_right, other), cases)
    yield from training_looks(trial, core, built, right, (X, lens))


def _right(core: MultiHeadAttention, X: Tensor, lens: Tensor | None) -> Tensor:
    return core(X, attention_mask(lens, X.shape[1]))


LOOKS = {"MultiHeadAttention": look_at_heads}
