"""The nine stages in order, and what is written in each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bert_lab.workshop.compare import Look
from bert_lab.workshop.submission import Trial
from bert_lab.workshop.texts import texts

# Each stage's key, and what is written in it, in order.
NAMES = {
    "embeddings": ("get_tokens_and_segments", "Embeddings"),
    "attention": ("attention",),
    "heads": ("MultiHeadAttention",),
    "block": ("Block",),
    "encoder": ("Encoder",),
    "masking": ("mask_tokens",),
    "words": ("MaskedWordHead", "masked_word_loss"),
    "sentences": ("sentence_pairs", "NextSentenceHead", "BERT"),
    "training": ("learning_rate", "training_step", "train"),
}


@dataclass(frozen=True)
class Stage:
    """One of nine stages. `key` names its modules in `stages` and `solutions`, and its words.

    `number` counts from 1.
    """

    number: int
    key: str

    @property
    def words(self) -> dict[str, Any]:
        """Title, minutes, task, hints, and the judge's messages: `assets/workshop/KEY.toml`."""
        return texts(self.key)

    @property
    def title(self) -> str:
        return self.words["title"]

    @property
    def minutes(self) -> int:
        return self.words["minutes"]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the objects to write, in order."""
        return NAMES[self.key]

    def looks(self, name: str) -> Callable[[Trial], Iterator[Look | str]]:
        """What is looked at in the object of this name, in order."""
        return import_module(f"bert_lab.workshop.stages.{self.key}").LOOKS[name]

    def solution(self, name: str) -> Any:
        """The solution of this name."""
        return getattr(import_module(f"bert_lab.workshop.solutions.{self.key}"), name)


STAGES = tuple(Stage(number, key) for number, key in enumerate(NAMES, start=1))


def stage_of(name: str) -> Stage:
    """The stage that has an object of this name."""
    return next(stage for stage in STAGES if name in stage.names)


def recognise(thing: Any) -> str:
    """The name of a submitted function or class, which is one of the stages' names.

    Raises:
        ValueError: for another name, and for what has been called already.
    """
    known = [name for stage in STAGES for name in stage.names]
    name = getattr(thing, "__name__", None)
    if name not in known:
        raise ValueError(
            f"expected one of {', '.join(known)}, not called, as in judge(attention) and "
            f"judge(Block); got {name or type(thing).__name__}"
        )
    return name
