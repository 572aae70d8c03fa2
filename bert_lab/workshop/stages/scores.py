"""Stage 2: inputs on which a mask or a softmax may fail numerically."""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.oracle import Case, strided


def unshifted(
    q: Tensor, k: Tensor, lens: Tensor | None, shift: Callable[[Tensor], Tensor] = torch.zeros_like
) -> Tensor:
    """Weights by a softmax that takes e to the power of the scores, less some shift."""
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[2])
    if lens is not None:
        padding = (torch.arange(k.shape[1]) >= lens[:, None])[:, None]
        scores = scores.masked_fill(padding, -math.inf)
    raised = (scores - shift(scores)).exp()
    return raised / raised.sum(dim=-1, keepdim=True)


def check_many_keys(mixed: Callable[[Tensor, Tensor], Any]) -> None:
    """Raise `Wrong` if keys are counted in a dtype too narrow for them.

    bfloat16 knows 256 and 258, and nothing in between.

    Args:
        mixed: tokens (1, T, 2) of bfloat16 and valid lengths -> mixtures, of tokens that ask, are
            asked, and are taken as they are.
    """
    X = torch.ones(1, 258, 2, dtype=torch.bfloat16)
    X[0, 256:] = torch.tensor([[100.0], [110.0]])  # the last real token, and padding
    try:
        taken = mixed(X, torch.tensor([257]))[0, 0, 0].item()
    except Wrong:
        return  # it is written for float32, and nobody asked for more
    if not 95 < taken < 105:  # nearly all from the greatest that is real
        raise Wrong("keys-in-short-floats")


def _around(score: float, q: Tensor, k: Tensor) -> tuple[Tensor, Tensor]:
    """Queries and keys whose scores are all near this one."""
    q, k = q.clone(), k.clone()
    q[..., 0], k[..., 0] = math.copysign(10, score), abs(score) * math.sqrt(k.shape[2]) / 10
    return q, k


def cases(q: Tensor, k: Tensor, v: Tensor, lens: Tensor) -> list[Case]:
    """What is special about them, and the arguments, of which the first are (B, T, K)."""
    B, T, _ = q.shape
    padding, qkv = (torch.arange(T) >= lens[:, None])[:, :, None], torch.stack([q, k, v])
    far = 0.5 * k + torch.where(padding, 3.0, -3.0)  # a mask that is too weak lets this through
    full = torch.full((B,), T)
    steep, sign = _around(100, q, k), torch.where(torch.arange(T) % 2 == 0, 1.0, -1.0)
    return [
        ("", (q, k, v, None)),
        ("", (q, k, v, lens)),
        ("padding that scores high", (q.abs(), far, v, lens)),
        ("scores of about 100", (*_around(100, q, k), v, None)),
        ("scores of about -100", (*_around(-100, q, k), v, lens)),  # -100 is no mask
        ("scores that lie far apart", (sign[:, None] * steep[0], steep[1], v, lens)),
        ("no padding in any sequence", (q, k, v, full)),
        ("valid lengths of 1", (q, k, v, torch.ones_like(full))),
        ("one sequence alone", (q[:1], k[:1], v[:1], lens[:1])),
        ("one token alone", (q[:, :1], k[:, :1], v[:, :1], torch.ones_like(full))),
        ("vectors of another size", (*qkv[..., :3].contiguous(), lens)),
        ("numbers that are no neighbours in memory", (strided(q), strided(k), strided(v), lens)),
    ]
