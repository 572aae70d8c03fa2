"""Which code would bring tensors of two devices together: told on a machine with one."""

import pytest
import torch

from bert_lab.workshop.device_check import Strays

X = torch.ones(3, 4)


@pytest.mark.parametrize(
    ("work", "strays"),
    [
        (lambda: X + torch.arange(4), True),
        (lambda: X + torch.arange(4).to(X.device), False),
        (lambda: X + torch.arange(4).to(torch.float32), True),
        (lambda: X + torch.arange(4).type_as(X), False),
        (lambda: X + torch.arange(4, device=X.device), False),
        (lambda: torch.where(torch.tensor([True]), X, X), True),
        (lambda: (torch.arange(4) < 2) * X, True),
        (lambda: X * torch.tensor(2.0), False),  # a single number may come from anywhere
        (lambda: X[torch.arange(2)], False),  # so may an index
        (lambda: X @ torch.zeros(4)[:4], True),
        (lambda: X.new_zeros(4) + X, False),
        (lambda: torch.arange(4) + torch.arange(4), False),
        (lambda: torch.nn.functional.embedding(torch.arange(2), X), True),
    ],
)
def test_strays(work, strays):
    with Strays(__name__) as found:
        work()
    assert (found.line > 0) == strays
    assert bool(found.code) == strays
