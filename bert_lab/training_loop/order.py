"""A new order of the pairs for every epoch, in memory that doesn't grow with the corpus."""

from math import isqrt

import torch
from torch import Tensor

ROUNDS = 8  # four already make a permutation that tests cannot tell from a random one


class Shuffle:
    """A random permutation of 0..num-1, computed on demand in O(sqrt(num)) memory.

    A Feistel network: the numbers fill a nearly square table, and in turn each row is rotated by
    a random amount of its own, then each column. Every such step can be undone, so all of them
    together are a permutation of the table. What lands behind number num-1 goes round again until
    it comes back among the numbers.

    Args:
        num: at least 1.
        generator: all randomness (CPU); the steps' amounts are drawn here, about 8 sqrt(num).

    Source: Black and Rogaway 2002, "Ciphers with arbitrary finite domains" (generalised Feistel,
    cycle walking), with tables of random numbers for round functions. See `ch-pretraining`.
    """

    def __init__(self, num: int, generator: torch.Generator):
        self.num = num
        self.width = isqrt(num - 1) + 1
        self.height = -(-num // self.width)
        self.amounts = [
            (
                torch.randint(self.width, (self.height,), generator=generator),
                torch.randint(self.height, (self.width,), generator=generator),
            )
            for _ in range(ROUNDS // 2)
        ]

    def __call__(self, places: Tensor) -> Tensor:
        """The elements (n,) int64 at `places` (n,) int64, each in 0..num-1."""
        numbers = self._permute(places)
        while (outside := numbers >= self.num).any():
            numbers[outside] = self._permute(numbers[outside])
        return numbers

    def _permute(self, numbers: Tensor) -> Tensor:
        row, column = numbers // self.width, numbers % self.width
        for along_row, along_column in self.amounts:
            column = (column + along_row[row]) % self.width
            row = (row + along_column[column]) % self.height
        return row * self.width + column
