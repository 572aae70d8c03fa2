"""A labelled example of a task, as words."""

from typing import Generic, NamedTuple, TypeVar

Label = TypeVar("Label")


class Example(NamedTuple, Generic[Label]):
    """One labelled example: one text or two as words, and its label.

    `label` is a class (int); for tagging one class for each word of `first`; for
    question answering the answer's first and last word in `second`, counted from 0.
    See `ch-finetuning`.
    """

    first: list[str]
    second: list[str] | None
    label: Label
