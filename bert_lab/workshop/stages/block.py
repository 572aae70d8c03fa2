"""Stage 4: the block."""

from collections.abc import Callable
from functools import partial
from itertools import product
from typing import cast

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core import TransformerEncoderBlock, attention_mask
from bert_lab.workshop.compare import compare, expect_tensor
from bert_lab.workshop.findings import Wrong
from bert_lab.workshop.stages.oracle import (
    ORIGINAL,
    VECTORS,
    call_still,
    check_dropped,
    check_gradients,
    drawn,
    filled,
    numbers,
    with_eps,
)
from bert_lab.workshop.trial import Trial

B, T, D, N, FFN = 3, 5, 6, 2, 11


def check_block(trial: Trial) -> None:
    core = _core(0.5)
    X, lens = numbers(B, T, D, seed=4), torch.tensor([4, 3, 2])
    built = filled(trial, core, D, FFN, N)
    trial.right("parts")
    output = call_still(trial, built, X)
    expect_tensor(output, "the output", (B, T, D), X)
    compare(output, core(X), VECTORS, _suspects(core, X), what="the output")
    trial.right("unmasked")
    output = call_still(trial, built, X, lens)
    right = core(X, attention_mask(lens, T))
    compare(output, right, VECTORS, {"lens-not-passed": lambda: core(X)}, what="the output")
    trial.right("masked")
    trial.again(output, X, lens, on=built)
    check_gradients(trial, built, X, lens)
    _check_small(trial)
    _check_dropout(trial, core, X)
    _check_half_dropped(trial, X)
    trial.right("dropout")


def _core(scale: float) -> TransformerEncoderBlock:
    return cast(
        TransformerEncoderBlock, drawn(TransformerEncoderBlock(D, FFN, N, 0.0, **ORIGINAL), scale)
    )


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
        "relu": partial(flaw, activation=F.relu),
        "gelu-tanh": partial(flaw, activation=partial(F.gelu, approximate="tanh")),
        "no-activation": partial(flaw, activation=lambda X: X),
        "activation-at-the-end": lambda: flawed(
            core, X, activation=lambda X: X, second=lambda X, Y: norm2(X + F.gelu(Y))
        ),
        "norm-eps": partial(eps, 1e-5, 1e-5),
        "norm-eps-6": partial(eps, 1e-6, 1e-6),
        "norm-eps-first": partial(eps, 1e-5, 1e-12),
        "norm-eps-second": partial(eps, 1e-12, 1e-5),
    }


def _check_small(trial):
    """With small numbers the epsilon of the norms is seen."""
    core = _core(0.02)
    with torch.no_grad():
        core.addnorm1.norm.weight.mul_(0.02)
    X = numbers(B, T, D, seed=5, scale=0.02)
    output = trial.call(X, on=filled(trial, core, D, FFN, N))
    compare(output, core(X), VECTORS, _suspects(core, X), what="the output")


def _check_dropout(trial, core, X):
    """If dropout drops everything, each branch adds nothing, and only the norms are left."""
    norm1, norm2 = core.addnorm1.norm, core.addnorm2.norm
    zero = torch.zeros_like(X)
    suspects = {
        "no-dropout": lambda: core(X),
        "no-first-dropout": lambda: norm2(core.addnorm1(X, core.attention(X))),
        "no-second-dropout": lambda: flawed(core, X, first=lambda X, Y: norm1(X)),
        "dropout-on-sum": lambda: norm2(zero),
        "dropout-on-first-sum": lambda: norm2(norm1(zero)),
        "dropout-last": lambda: zero,
    }
    dropped = filled(trial, core, D, FFN, N, 1.0)
    check_dropped(trial, dropped, (X,), norm2(norm1(X)), suspects)


def _check_half_dropped(trial, X):
    """If dropout drops half, the second branch's numbers are 0 or doubled, and nothing else."""
    core = _core(0.5)
    with torch.no_grad():
        core.attention.W_o.weight.zero_()
        core.attention.W_o.bias.zero_()
    found = trial.call(X, on=filled(trial, core, D, FFN, N, 0.5).train(), dice=True)
    Y = core.addnorm1.norm(X)[:, :, None]
    masks = torch.tensor(list(product((0.0, 2.0), repeat=D)))  # (2^D, D)
    possible = core.addnorm2.norm(Y + masks * core.ffn(Y))  # (B, T, 2^D, D)
    if float((possible - found[:, :, None]).detach().abs().amax(dim=-1).amin(dim=-1).max()) > 1e-4:
        raise Wrong("dropout-elsewhere")


CHECKS = {"Block": check_block}
