"""What a task is made of: its description, its examples as words and as tensors (chapter 8)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor

IGNORE = -100  # the label of a token without one; torch's own default of cross-entropy
Item = TypeVar("Item")
Label = int | float | list[int] | tuple[int, int]


class Example(NamedTuple):
    """One labelled example: one text or two as words, and its label.

    `label` is a class (int) or a score (float); for tagging one class for each word of `first`; for
    question answering the answer's first and last word in `second`, counted from 0. Chapter 8.
    """

    first: list[str]
    second: list[str] | None
    label: Label


@dataclass(frozen=True)
class TaskSpec:
    """A task: its name, one of the text's families, what is predicted, and how that is measured.

    `family` is "single text", "text pair", "tagging" or "question answering". `label_names` are the
    classes in the order of their numbers. For tagging that is "O" (none) and the types of names;
    where names have several words, "B-" and "I-" mark a name's first word and its others. For
    question answering it is "start" and "end", for a score that name alone. `metric` is the one
    that judges: "accuracy", "pearson", "f1" or "exact_match". Chapters 2 and 8.
    """

    name: str
    family: str
    label_names: tuple[str, ...]
    metric: str

    @property
    def num_labels(self) -> int:
        """Outputs of the added layer: per text, in the last two families per token."""
        return len(self.label_names)


@dataclass(frozen=True, eq=False)
class TaskData:
    """Labelled examples, as words and as tensors of int64.

    `tokens`, `segments` (n, T) and `valid_lens` (n,) as the encoder takes them. `labels`: classes
    (n,) or scores (n,) float32; for tagging (n, T), the word's class at its first token, `IGNORE`
    elsewhere; for question answering (n, 2), the positions of the answer's first and last token, or
    `IGNORE` where T cut it off. `places` (n, T): which word of its text a token belongs to, -1 for
    special tokens. `truncated`: how many examples had to be shortened. Chapter 8.
    """

    spec: TaskSpec
    examples: list[Example]
    tokens: Tensor
    segments: Tensor
    valid_lens: Tensor
    labels: Tensor
    places: Tensor
    truncated: int = 0

    def __len__(self) -> int:
        """n, the number of examples."""
        return len(self.examples)

    def select(self, rows: Tensor) -> "TaskData":
        """The examples in these rows (B,) int64, in their order; none counts as shortened here."""
        return TaskData(
            self.spec,
            [self.examples[row] for row in rows.tolist()],
            *(x[rows] for x in self._tensors().values()),
        )

    def crop(self) -> "TaskData":
        """Without the columns that are padding in every row."""
        longest = int(self.valid_lens.max())
        wide = {name: x[:, :longest] for name, x in self._tensors().items() if x.dim() == 2}
        return replace(self, **wide)

    def _tensors(self) -> dict[str, Tensor]:
        return {name: x for name, x in vars(self).items() if isinstance(x, torch.Tensor)}


def pick(rng: Random, items: Sequence[Item]) -> Item:
    """One of the items, uniformly."""
    # random() is the one method whose sequence Python promises to keep between versions
    return items[int(rng.random() * len(items))]


def pick_two(rng: Random, items: Sequence[Item]) -> tuple[Item, Item]:
    """Two different items, all ordered pairs equally probable."""
    first = int(rng.random() * len(items))
    second = int(rng.random() * (len(items) - 1))
    return items[first], items[second + (second >= first)]
