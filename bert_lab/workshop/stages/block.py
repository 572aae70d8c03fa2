"""Stage 4: the block."""

from collections.abc import Iterator
from functools import partial

import torch
from torch import Tensor

from bert_core import TransformerEncoderBlock, attention_mask
from bert_lab.workshop.compare import Look
from bert_lab.workshop.stages.common import (
    ORIGINAL,
    RATE,
    VECTORS,
    case_looks,
    dropout_look,
    randn,
    randomised,
    strided,
    training_looks,
)
from bert_lab.workshop.submission import Trial

B, T, D, N, FFN = 3, 5, 6, 2, 11


def look_at_block(trial: Trial) -> Iterator[Look | str]:
    core, sizes = _core(0.5), (D, FFN, N)
    right = partial(_right, core)
    X, lens = randn(B, T, D, seed=4), torch.tensor([4, 3, 2])
    built = trial.build_from(core, *sizes)
    yield "parts"
    yield Look("the output", trial.call(X, on=built), core(X), VECTORS)
    yield "unmasked"
    yield Look("the output", trial.call(X, lens, on=built), right(X, lens), VECTORS)
    yield "masked"
    small = _core(0.02)  # numbers as small as these reveal the epsilon of the norms
    small.addnorm1.norm.weight.data.mul_(0.02)
    X_small = randn(B, T, D, seed=5, scale=0.02)
    found = trial.call(X_small, on=trial.build_from(small, *sizes))
    yield Look("the output", found, small(X_small), VECTORS)
    dropping = _core(0.5, RATE).train()
    mine = trial.build_from(dropping, *sizes, RATE).train()
    elsewhere = "dropout-elsewhere"
    yield dropout_look(trial, dropping, mine, (X[:1, :2],), unnamed=lambda found: elsewhere)
    cases = [
        ("no valid lengths", (X, None)),
        ("one sequence alone", (X[:1], lens[:1])),
        ("one token alone", (X[:, :1], None)),
        ("numbers that are no neighbours in memory", (strided(X), lens)),
    ]
    yield from case_looks(trial, built, right, cases)
    other = randomised(TransformerEncoderBlock(D, 5, 3, 0.0, **ORIGINAL))
    cases = [("other sizes", (X, lens))]
    made = trial.build_from(other, D, 5, 3)
    yield from case_looks(trial, made, partial(_right, other), cases)
    yield from training_looks(trial, core, trial.build(*sizes, 0.0), right, (X, lens))
    yield "dropout"


def _right(core: TransformerEncoderBlock, X: Tensor, lens: Tensor | None) -> Tensor:
    return core(X, attention_mask(lens, X.shape[1]))


def _core(scale: float, dropout: float = 0.0) -> TransformerEncoderBlock:
    return randomised(TransformerEncoderBlock(D, FFN, N, dropout, **ORIGINAL), scale)


LOOKS = {"Block": look_at_block}
