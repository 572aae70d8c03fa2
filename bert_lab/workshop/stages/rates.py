"""Stage 9's learning rates: the right ones, and those of known mistakes."""

import math
from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from bert_lab.workshop.compare import case, compare
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.submission import Trial


def rates(num_steps: int, peak: float, factor: Callable[..., float]) -> Tensor:
    """The rates of all steps; `factor` is told the step, the number of steps and of warm-up."""
    warmup = num_steps // 10
    return torch.tensor([peak * factor(s, num_steps, warmup) for s in range(num_steps)])


def right_factor(s: int, n: int, w: int) -> float:
    return (s + 1) / w if s < w else (n - s) / (n - w)


def _up(s: int, w: int) -> float:
    return (s + 1) / w if s < w else 1.0


# Factors of the peak at step s of n, of which w warm up, that known mistakes give.
RATES: dict[str, Callable[[int, int, int], float]] = {
    "no-warmup": lambda s, n, w: (n - s) / n,
    "warmup-without-decay": lambda s, n, w: _up(s, w),
    "constant": lambda s, n, w: 1.0,
    "begins-at-zero": lambda s, n, w: s / w if s < w else (n - s) / (n - w),
    "decay-from-start": lambda s, n, w: (s + 1) / w if s < w else (n - s) / n,
    "zero-at-last-step": lambda s, n, w: (s + 1) / w if s < w else (n - 1 - s) / (n - 1 - w),
    "zero-a-step-early": lambda s, n, w: (s + 1) / w if s < w else (n - 1 - s) / (n - w),
    "counted-from-warmup": lambda s, n, w: (s + 1) / w if s < w else (n - s) / n + w / n,
    "warmup-at-least-one": lambda s, n, w: (
        (s + 1) / max(1, w) if s < max(1, w) else (n - s) / (n - max(1, w))
    ),
    "warmup-rounded": lambda s, n, w: (
        (s + 1) / round(n / 10) if s < round(n / 10) else (n - s) / (n - round(n / 10))
    ),
    "cosine": lambda s, n, w: (
        (s + 1) / w if s < w else (1 + math.cos(math.pi * (s - w) / (n - w))) / 2
    ),
    "root": lambda s, n, w: (s + 1) / w if s < w else (max(1, w) / (s + 1)) ** 0.5,
}


def check_rate(trial: Trial) -> None:
    for num_steps, peak in ((40, 0.5), (29, 2.0), (7, 0.3), (10, 1.0), (30, 3e-8)):
        found = [trial.call(step, num_steps, peak) for step in reversed(range(num_steps))][::-1]
        for value in found:
            if isinstance(value, Tensor) or not isinstance(value, int | float):
                kind = type(value).__name__
                raise Wrong("type", what="the rate", expected="a plain number", found=kind)
        suspects = {key: partial(rates, num_steps, peak, factor) for key, factor in RATES.items()}
        suspects["peak-forgotten"] = partial(rates, num_steps, 1.0, right_factor)
        right = rates(num_steps, peak, right_factor)
        suspects["rounded"] = partial(_rounded, found, right)
        with case("small rates" if peak < 1e-6 else ""):
            unit = min(1.0, peak)  # else so small a number is as good as none
            scaled = {key: partial(_over, unit, one) for key, one in suspects.items()}
            found = torch.tensor(found) / unit
            compare(found, right / unit, ("step",), scaled, what="the rate")
    trial.right("rate")


def _over(unit: float, numbers: Callable[[], Tensor]) -> Tensor:
    return numbers() / unit


def _rounded(found: list[float], right: Tensor) -> Tensor:
    """The right numbers, rounded to as many digits as those that were found have at most."""
    digits = next((n for n in range(12) if all(round(one, n) == one for one in found)), 12)
    return torch.tensor([round(one, digits) for one in right.tolist()])
