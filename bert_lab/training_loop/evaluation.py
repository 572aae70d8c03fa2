"""Asking a model without a trace: evaluation mode for a block, whatever happens in it."""

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import nn


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Evaluation mode and no gradients in this block; afterwards every part is as it was.

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
