"""Stage 4's dropout: on each branch's result, before the addition, and nowhere else."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.dropping import (
    RATE,
    SCALES,
    Outcomes,
    all_masks,
    drop_fault,
    find_masks,
)
from bert_lab.workshop.stages.oracle import build_from, randn, trained_twice
from bert_lab.workshop.submission import Trial


def check_branches(trial: Trial, core: Callable[[], Any], sizes: tuple[int, ...]) -> None:
    """Raise `Wrong` if dropout isn't where it belongs in a block.

    One branch at a time brings something, so that only its own dropout is seen.

    Args:
        trial: of the reader's `Block`.
        core: makes a block of `bert_core`, always the same.
        sizes: D, F and N, of both.
    """
    X = randn(8, 8, sizes[0], seed=6)
    first = _fault(trial, _silent(core(), "ffn"), X, sizes, _after_attention)
    second = ""
    if first in ("", "no-dropout"):
        second = _fault(trial, _silent(core(), "attention"), X, sizes, _after_layers)
    if (first, second) == ("no-dropout", ""):
        raise Wrong("no-first-dropout")
    if (first, second) == ("", "no-dropout"):
        raise Wrong("no-second-dropout")
    if first or second:
        raise Wrong(first or second)
    if _is_shared(trial, core(), X, sizes):
        raise Wrong("dropout-one-draw")


def _is_shared(trial: Trial, core: Any, X: Tensor, sizes: tuple[int, ...]) -> bool:
    """Whether one draw explains what becomes of both branches, if both bring something."""
    calls = trained_twice(trial, build_from(trial, core, *sizes, RATE), X)
    A, X = core.attention(X)[:, :, None], X[:, :, None]  # (B, T, 1, D)

    def with_one(masks: Tensor) -> Tensor:
        Y = core.addnorm1.norm(X + masks * A)
        return core.addnorm2.norm(Y + masks * core.ffn(Y))

    return find_masks(calls[0], with_one, SCALES[""] * all_masks(sizes[0])) is not None


def _silent(core: Any, branch: str) -> Any:
    """The block with one branch set to zero."""
    last = core.attention.W_o if branch == "attention" else core.ffn[2]
    with torch.no_grad():
        last.weight.zero_()
        last.bias.zero_()
    return core


def _fault(
    trial: Trial,
    core: Any,
    X: Tensor,
    sizes: tuple[int, ...],
    places: Callable[..., dict[str, Outcomes]],
) -> str:
    """What is wrong with the dropout of the remaining branch."""
    calls = trained_twice(trial, build_from(trial, core, *sizes, RATE), X)
    wanted, *others = places(core, X[..., None, :]).items()
    key = drop_fault(calls, wanted[1], sizes[0])
    masks = SCALES[""] * all_masks(sizes[0])
    if key == "dropout-elsewhere":
        for other, outcomes in others:
            if find_masks(calls[0], outcomes, masks) is not None:
                return other
    return key


def _after_attention(core: Any, X: Tensor) -> dict[str, Outcomes]:
    """All results by mask, if dropout is where it belongs, and if it is elsewhere: twice or once.

    X: (B, T, 1, D).
    """
    norm1, norm2 = core.addnorm1.norm, core.addnorm2.norm
    A = core.attention(X[:, :, 0])[:, :, None]  # (B, T, 1, D)
    return {
        "": lambda masks: norm2(norm1(X + masks * A)),
        "dropout-on-first-sum": lambda masks: norm2(norm1(masks * (X + A))),
        "dropout-last-first": lambda masks: norm2(masks * norm1(X + A)),
        "dropout-on-sum": lambda masks: _pairs(masks, lambda a, b: norm2(b * norm1(a * (X + A)))),
        "dropout-last": lambda masks: _pairs(masks, lambda a, b: b * norm2(a * norm1(X + A))),
        "dropout-on-second-sum": lambda masks: _pairs(
            masks, lambda a, b: norm2(b * norm1(X + a * A))
        ),
        "dropout-last-second": lambda masks: _pairs(
            masks, lambda a, b: b * norm2(norm1(X + a * A))
        ),
    }


def _after_layers(core: Any, X: Tensor) -> dict[str, Outcomes]:
    norm2, Y = core.addnorm2.norm, core.addnorm1.norm(X)
    return {
        "": lambda masks: norm2(Y + masks * core.ffn(Y)),
        "dropout-on-second-sum": lambda masks: norm2(masks * (Y + core.ffn(Y))),
        "dropout-last-second": lambda masks: masks * norm2(Y + core.ffn(Y)),
    }


def _pairs(masks: Tensor, result: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
    """The results of all pairs of two masks."""
    return result(masks.repeat_interleave(len(masks), dim=0), masks.repeat(len(masks), 1))
