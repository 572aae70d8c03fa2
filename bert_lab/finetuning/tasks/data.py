"""Labelled examples as tensors, and random choices for the mini-world's tasks (`ch-finetuning`)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self, TypeVar

from torch import Tensor

from bert_core.inputs import Sequences
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import TaskSpec

Item = TypeVar("Item")


@dataclass(frozen=True, eq=False)
class TaskData(Sequences):
    """Labelled examples as `Sequences`, with the examples and the task they were made from.

    `labels`: classes (n,) int64; for tagging (n, T) int64, the word's class
    at its first token, `IGNORE` elsewhere; for question answering (n, 2) int64, the positions of
    the answer's first and last token, or `IGNORE` where T cut it off. `places` (n, T) int64: which
    word of its text a token belongs to, `NO_WORD` for special tokens. `spec` is the task,
    `examples` the same as words. See `ch-finetuning`.
    """

    labels: Tensor
    places: Tensor
    spec: TaskSpec[Any]
    examples: list[Example]

    def select(self, rows: Tensor) -> Self:
        """These rows (B,) int64, in their order; none counts as shortened here."""
        examples = [self.examples[row] for row in rows.tolist()]
        return replace(super().select(rows), examples=examples)


def pick(rng: Random, items: Sequence[Item]) -> Item:
    """One of the items, uniformly at random."""
    # random() is the one method whose sequence Python promises to keep between versions
    return items[int(rng.random() * len(items))]


def pick_two(rng: Random, items: Sequence[Item]) -> tuple[Item, Item]:
    """Two different items, all ordered pairs equally likely."""
    first = int(rng.random() * len(items))
    second = int(rng.random() * (len(items) - 1))
    return items[first], items[second + (second >= first)]
