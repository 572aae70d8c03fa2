"""Tolerances for comparing two computations of the same numbers, with their reasons.

Processors add up in different orders, with and without fused multiply-adds, 4 to 16 numbers at
once, and threads share sums out: the last digits differ. So each comparison of numbers that single
or double precision was on the way to says where its tolerance comes from:

`roundings=n`: n operations, one behind another, lead to each number; a sum of n terms is n of them.
Errors of either sign grow like a random walk: n of them leave a result within 4 sqrt(n) eps / 2 of
the exact one, all but surely, as a share of the largest number on the way (Higham and Mary 2019, "A
New Approach to Probabilistic Rounding Error Analysis"). Two computations are twice that apart at
most:

    tolerance = 4 sqrt(n) eps scale

with eps of the numbers' dtype. `scale` is the largest number expected, unless larger ones cancelled
on the way: then the test says how large.

`measured=x`: where errors are amplified, as by training, no bound is of use. x is the largest
difference that a processor, its older instructions or another number of threads has shown (`make
numbers`), and ten times as much is allowed; never less than the last digit of the largest number.

`digits=n`: one of the two is written with n digits after the point, so up to half of the last is
lost; a tenth of it is for rounding.

What is copied or counted is compared with `==` or `equal`; shares of random draws have the bands of
their distribution. Numbers that were doubles all the way may have `pytest.approx`: its millionth is
far more than their rounding and far less than a fault.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
import torch

from tests.helpers.sizes import SIZES

SINGLE = torch.finfo(torch.float32).eps


def depth(num_blks: int, num_hiddens: int) -> int:
    """The number of roundings in an encoder's forward pass; a gradient has three times as many.

    In each block nine sums as long as a vector stand one behind another, more or less: queries,
    scores and softmax, the sum of values, the output, a norm's mean and variance, the two layers of
    the network, the other norm.
    """
    return 9 * num_blks * num_hiddens


SMALL = depth(SIZES["num_blks"], SIZES["num_hiddens"])  # what the fixture `build_model` builds
MINI, RELEASED = depth(2, 64), depth(6, 384)  # the book's mini-BERT, all-MiniLM-L6-v2


def tolerance(
    *,
    roundings: float | None = None,
    measured: float | None = None,
    digits: int | None = None,
    scale: float = 1.0,
    eps: float = SINGLE,
) -> float:
    """The tolerance for one of the three reasons."""
    if roundings is not None:
        return 4 * math.sqrt(roundings) * eps * scale
    if measured is not None:
        return max(10 * measured, 2 * eps * scale)
    if digits is None:
        raise TypeError("say where the tolerance comes from: roundings=, measured= or digits=")
    return 0.6 * 10**-digits


def assert_close(found: Any, expected: Any, **reason: float) -> None:
    """`torch.testing.assert_close` with one tolerance for all numbers of a comparison."""
    allowed = tolerance(**_scale(expected) | reason)
    torch.testing.assert_close(found, expected, rtol=0, atol=allowed)  # noqa: TID251


def near(expected: Any, **reason: float) -> Any:
    """`pytest.approx` likewise; a number of Python counts as one in single precision."""
    return pytest.approx(expected, rel=0, abs=tolerance(**_scale(expected) | reason))


def _scale(expected: Any) -> dict[str, float]:
    found = [(x, torch.finfo(x.dtype).eps) for x in _leaves(expected)]
    largest = (float(x[x.isfinite()].abs().max()) for x, _ in found if x.isfinite().any())
    return {"scale": max(largest, default=0.0), "eps": max(eps for _, eps in found)}


def _leaves(value: Any) -> Iterator[torch.Tensor]:
    """The numbers in it, as tensors."""
    if isinstance(value, torch.Tensor):
        yield value.detach() if value.is_floating_point() else value.float()
    elif isinstance(value, Iterable):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _leaves(item)
    else:
        yield torch.tensor(float(value))
