"""Dropout, drawn four decisions at a time (chapter 6)."""

import torch
from torch import Tensor, nn


def drop(X: Tensor, p: float) -> Tensor:
    """Set each element to zero with probability `p`, and divide the others by 1 - p.

    Args:
        X: floats of any shape.
        p: in [0, 1).

    Returns:
        The shape of `X`; its expected value is `X`.

    Source: Srivastava et al. 2014. Deviations: on a processor `p` is rounded to 1/65536. PyTorch's
    own dropout spends a random number of 64 bits on each element there, a seventh of a step at the
    text's size; 16 bits are enough. Chapter 6.
    """
    if X.device.type != "cpu":
        return nn.functional.dropout(X, p)
    numbers = torch.empty((X.numel() + 3) // 4, dtype=torch.int64).random_(-(2**63), None)
    bits = numbers.view(torch.int16)[: X.numel()].view(X.shape)  # uniform in -32768..32767
    kept = bits >= min(round(p * 2**16), 2**16 - 1) - 2**15
    return X * kept.to(X.dtype).div_(1 - p)


class Dropout(nn.Dropout):
    """`drop` while training, nothing otherwise. Called with floats of any shape. Chapter 6."""

    def forward(self, X: Tensor) -> Tensor:
        return drop(X, self.p) if self.training and self.p else X
