"""Dropout, judged by its result, from which the dropped numbers are inferred.

The judge can't know how the reader draws. It makes one dropout at a time matter, works out the
result for every way to drop the D numbers of a vector, and finds the one that was drawn.
"""

from collections.abc import Callable
from itertools import product

import torch
from torch import Tensor

from bert_lab.workshop.results import Wrong

RATE, DEFAULT = 0.3, 0.1  # what the reader's object is built with, and what it isn't
SIGMAS = 6  # PyTorch's own generator draws, anew each time: a right one is never off by so much
CLOSE = 5e-4
# What is left of a number times this, if dropout does something else.
SCALES = {
    "": 1 / (1 - RATE),
    "dropout-fixed": 1 / (1 - DEFAULT),
    "dropout-unscaled": 1.0,
    "dropout-is-kept": 1 / RATE,
}
AXES = ("calls", "sequences of a batch", "tokens of a sequence", "numbers of a token")
Outcomes = Callable[[Tensor], Tensor]


def all_masks(size: int) -> Tensor:
    """All dropout masks of size D, (2^D, D): 0.0 dropped, 1.0 kept."""
    return torch.tensor(list(product((0.0, 1.0), repeat=size)))


def find_masks(found: Tensor, outcomes: Outcomes, masks: Tensor) -> Tensor | None:
    """For each vector the index of the mask that gives it, (...,); None if one matches none.

    Args:
        found: (..., n).
        outcomes: masks (M, D) -> all results (..., M, n).
        masks: with their scale.
    """
    found = found.detach()
    with torch.no_grad():
        distances = (outcomes(masks) - found[..., None, :]).abs().amax(dim=-1)  # (..., M)
    nearest = distances.min(dim=-1)
    close = CLOSE * max(1.0, float(found.abs().max()))
    return nearest.indices if bool((nearest.values < close).all()) else None


def drop_fault(calls: list[Tensor], outcomes: Outcomes, size: int) -> str:
    """The key of the message about a dropout's mistake; "" if there is none.

    "no-dropout" if nothing is ever dropped, "dropout-elsewhere" if no way to drop gives the result.

    Args:
        calls: what two calls gave, (B, T, n) each.
        outcomes: as for `find_masks`.
        size: D, of the vector on which dropout works.

    Raises:
        Wrong: if one draw decides for several numbers, or the rate isn't the one handed in.
    """
    found = torch.stack(calls)
    if find_masks(found, outcomes, torch.ones(1, size)) is not None:
        return "no-dropout"
    masks = all_masks(size)
    for key, scale in SCALES.items():
        drawn = find_masks(found, outcomes, scale * masks)
        if drawn is not None:
            if not key:
                check_draws(masks[drawn])
            return key
    return "dropout-elsewhere"


def check_draws(kept: Tensor) -> None:
    """Raise `Wrong` if these draws, (calls, B, T, D) of 0.0 and 1.0, aren't independent at RATE."""
    for axis, name in enumerate(AXES):
        if bool((kept == kept.narrow(axis, 0, 1)).all()):
            raise Wrong("dropout-shared", axis=name)
    share = 1 - float(kept.mean())
    if abs(share - RATE) > SIGMAS * (RATE * (1 - RATE) / kept.numel()) ** 0.5:
        near = 3 * (DEFAULT * (1 - DEFAULT) / kept.numel()) ** 0.5
        key = "dropout-fixed" if abs(share - DEFAULT) < near else "dropout-rate"
        key = "dropout-is-kept" if abs(share - 1 + RATE) < 0.1 else key
        raise Wrong(key, found=f"{100 * share:.0f}", expected=f"{100 * RATE:.0f}")
