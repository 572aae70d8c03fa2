"""Stage 4: the block."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core import TransformerEncoderBlock, attention_mask
from bert_lab.workshop.compare import compare, expect_tensor
from bert_lab.workshop.stages.branches import check_branches
from bert_lab.workshop.stages.dropping import DEFAULT, RATE
from bert_lab.workshop.stages.flaws import ACTIVATIONS, NORMS, with_eps
from bert_lab.workshop.stages.oracle import (
    ORIGINAL,
    VECTORS,
    Case,
    build_from,
    call_still,
    check_cases,
    randn,
    randomised,
    strided,
)
from bert_lab.workshop.stages.redrawn import check_redrawn
from bert_lab.workshop.submission import Trial

B, T, D, N, FFN = 3, 5, 6, 2, 11
KEEP_PROB = 1 - DEFAULT
SMALL = 4  # D, where all ways to drop are tried


def check_block(trial: Trial) -> None:
    core = _core(0.5)
    X, lens = randn(B, T, D, seed=4), torch.tensor([4, 3, 2])
    built = build_from(trial, core, D, FFN, N)
    trial.right("parts")
    output = call_still(trial, built, X)
    expect_tensor(output, "the output", (B, T, D), X)
    compare(output, core(X), VECTORS, _suspects(core, X), what="the output")
    trial.right("unmasked")
    output = call_still(trial, built, X, lens)
    compare(output, _right(core, X, lens), VECTORS, _masked(core, X, lens), what="the output")
    trial.right("masked")
    trial.again(output, X, lens, on=built)
    _check_small(trial)
    check_branches(trial, lambda: _core(0.5, SMALL), (SMALL, FFN, N))
    check_cases(trial, core, trial.build(D, FFN, N, 0.0), partial(_right, core), _cases(X, lens))
    other = _core(0.5, D, 3, 5)
    built = trial.build(D, 5, 3, 0.0)
    check_cases(trial, other, built, partial(_right, other), [("other sizes", (X, lens))])
    check_redrawn(trial, build_from(trial, core, D, FFN, N, RATE), X, lens)
    trial.right("dropout")


def _right(core: TransformerEncoderBlock, X: Tensor, lens: Tensor | None) -> Tensor:
    return core(X, attention_mask(lens, X.shape[1]))


def _masked(core: TransformerEncoderBlock, X: Tensor, lens: Tensor) -> dict[str, Any]:
    return {
        "lens-not-passed": lambda: core(X),
        "one-key-too-many": lambda: _right(core, X, (lens + 1).clamp(max=T)),
        "one-key-too-few": lambda: _right(core, X, lens - 1),
    }


def _cases(X: Tensor, lens: Tensor) -> list[Case]:
    return [
        ("", (X, lens)),
        ("no valid lengths", (X, None)),
        ("one sequence alone", (X[:1], lens[:1])),
        ("one token alone", (X[:, :1], None)),
        ("numbers that are no neighbours in memory", (strided(X), lens)),
    ]


def _core(scale: float, size: int = D, heads: int = N, ffn: int = FFN) -> TransformerEncoderBlock:
    core = TransformerEncoderBlock(size, ffn, heads, 0.0, **ORIGINAL)
    return cast(TransformerEncoderBlock, randomised(core, scale))


def flawed(
    core: TransformerEncoderBlock,
    X: Tensor,
    *,
    first: Callable[[Tensor, Tensor], Tensor] | None = None,
    second: Callable[[Tensor, Tensor], Tensor] | None = None,
    activation: Callable[[Tensor], Tensor] = F.gelu,
) -> Tensor:
    """A block in which something else is done with a branch's input and output, or in between."""
    first, second = first or core.addnorm1, second or core.addnorm2
    X = first(X, core.attention(X))
    return second(X, core.ffn[2](activation(core.ffn[0](X))))


def _suspects(core, X):
    norm1, norm2 = core.addnorm1.norm, core.addnorm2.norm
    flaw = partial(flawed, core, X)

    def ffn(X):
        return core.ffn(X)

    def pre_norm():
        Y = X + core.attention(norm1(X))
        return Y + ffn(norm2(Y))

    def residual_normed():
        Y = norm1(X)
        Y = Y + core.attention(Y)
        return norm2(Y) + ffn(norm2(Y))

    def eps(first, second):
        return flawed(
            core,
            X,
            first=lambda X, Y: with_eps(norm1, X + Y, first),
            second=lambda X, Y: with_eps(norm2, X + Y, second),
        )

    return {
        "pre-norm": pre_norm,
        "pre-norm-normed-residual": residual_normed,
        "no-first-residual": partial(flaw, first=lambda X, Y: norm1(Y)),
        "no-second-residual": partial(flaw, second=lambda X, Y: norm2(Y)),
        "no-residuals": partial(flaw, first=lambda X, Y: norm1(Y), second=lambda X, Y: norm2(Y)),
        "first-input-added-twice": partial(flaw, second=lambda _, Y: norm2(X + Y)),
        "norm-before-adding": partial(
            flaw, first=lambda X, Y: X + norm1(Y), second=lambda X, Y: X + norm2(Y)
        ),
        "one-norm-for-both": partial(flaw, second=lambda X, Y: norm1(X + Y)),
        "norms-swapped": partial(
            flaw, first=lambda X, Y: norm2(X + Y), second=lambda X, Y: norm1(X + Y)
        ),
        "no-second-norm": partial(flaw, second=lambda X, Y: X + Y),
        "no-first-norm": partial(flaw, first=lambda X, Y: X + Y),
        **{key: partial(flaw, activation=wrong) for key, wrong in ACTIVATIONS.items()},
        "no-activation": partial(flaw, activation=lambda X: X),
        "activation-at-the-end": lambda: flawed(
            core, X, activation=lambda X: X, second=lambda X, Y: norm2(X + F.gelu(Y))
        ),
        "norm-before-adding-first": partial(flaw, first=lambda X, Y: X + norm1(Y)),
        "norm-before-adding-second": partial(flaw, second=lambda X, Y: X + norm2(Y)),
        "pre-norm-first": partial(flaw, first=lambda X, _: X + core.attention(norm1(X))),
        "pre-norm-second": partial(flaw, second=lambda X, _: X + ffn(norm2(X))),
        "dropout-scales-in-eval": partial(
            flaw,
            first=lambda X, Y: norm1(X + KEEP_PROB * Y),
            second=lambda X, Y: norm2(X + KEEP_PROB * Y),
        ),
        "branches-side-by-side": lambda: norm2(norm1(X + core.attention(X)) + ffn(X)),
        "no-attention": partial(flaw, first=lambda X, _: norm1(X)),
        "no-ffn": partial(flaw, second=lambda X, _: norm2(X)),
        **{key: partial(_with_norms, core, X, wrong) for key, wrong in NORMS.items()},
        "norm-eps-first": partial(eps, 1e-5, 1e-12),
        "norm-eps-second": partial(eps, 1e-12, 1e-5),
    }


def _with_norms(core, X, wrong):
    norm1, norm2 = core.addnorm1.norm, core.addnorm2.norm
    return flawed(
        core, X, first=lambda X, Y: wrong(norm1, X + Y), second=lambda X, Y: wrong(norm2, X + Y)
    )


def _check_small(trial):
    """Small inputs reveal the epsilon of the norms."""
    core = _core(0.02)
    with torch.no_grad():
        core.addnorm1.norm.weight.mul_(0.02)
    X = randn(B, T, D, seed=5, scale=0.02)
    output = trial.call(X, on=build_from(trial, core, D, FFN, N))
    compare(output, core(X), VECTORS, _suspects(core, X), what="the output")


CHECKS = {"Block": check_block}
