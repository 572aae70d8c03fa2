"""tests.helpers.close accepts rounding errors and rejects real faults."""

import numpy as np
import pytest
import torch

from tests.helpers.close import SINGLE, assert_close, near, tolerance


@pytest.mark.parametrize("n", [2, 15, 300, 20_000])
def test_sums_in_another_order_are_close_and_without_a_term_they_are_not(n):
    X = np.random.default_rng(0).random((200, n), dtype=np.float32)
    forwards, backwards, short = (
        torch.tensor(rows.cumsum(axis=1)[:, -1]) for rows in (X, X[:, ::-1], X[:, 1:])
    )
    assert forwards.dtype == torch.float32
    assert_close(forwards, backwards, roundings=n)
    with pytest.raises(AssertionError, match="not close"):
        assert_close(short, backwards, roundings=n)


def test_the_scale_is_the_largest_number_and_eps_the_dtype_s():
    expected = torch.tensor([1.0, -8.0, torch.inf])
    for numbers, eps in ((expected, SINGLE), (expected.double(), 2**-52)):
        moved = torch.tensor([1.0, 0, 0]).to(numbers)
        assert_close(numbers + 15 * 8 * eps * moved, numbers, roundings=16)
        with pytest.raises(AssertionError):
            assert_close(numbers + 17 * 8 * eps * moved, numbers, roundings=16)


def test_numbers_of_python_count_as_single_precision():
    assert near({"a": 2.0}, roundings=4) == {"a": 2 + 14 * SINGLE}
    assert near({"a": 2.0}, roundings=4) != {"a": 2 + 18 * SINGLE}
    assert near([0, 0], roundings=4, scale=2) == [0, 1e-6]


def test_what_was_measured_and_what_is_shown():
    assert tolerance(measured=1e-6) == pytest.approx(1e-5)
    assert 0.505 == near(0.5, digits=2) != 0.507


def test_a_tolerance_without_a_reason_is_refused():
    with pytest.raises(TypeError, match="roundings=, measured= or digits="):
        near(1.0)
