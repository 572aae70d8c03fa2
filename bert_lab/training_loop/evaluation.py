"""Use a model without side effects: evaluation mode for a block."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Evaluation mode and no gradients in this block; all modes are restored afterwards.

    An error in the block changes nothing of that, and parts that were in another mode than the
    whole, such as a frozen one, go back to their own.
    """
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        for module, training in modes:
            module.training = training
