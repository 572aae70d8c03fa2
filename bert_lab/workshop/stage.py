"""The nine stages in order, and how a submitted object is matched with its stage."""

import inspect
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


def recognise(thing: Any, number: int | None = None) -> str:
    """The name that the stages have for a submitted object.

    By its own name (`attention`, `my_attention`, `MyBlock`), else by its arguments.

    Raises:
        ValueError: if it fits none, or several.
    """
    if number is not None and number not in range(1, len(STAGES) + 1):
        raise ValueError(f"stage: expected a number from 1 to {len(STAGES)}, got {number!r}")
    if not callable(thing) or not hasattr(thing, "__name__"):
        raise ValueError(
            f"expected a function or a class, got {type(thing).__name__}; hand it in without "
            "calling it: judge(attention), judge(Block)"
        )
    stages = STAGES if number is None else (STAGES[number - 1],)
    names = [name for stage in stages for name in stage.names]
    for fits in _guesses(thing, names):
        if len(fits) == 1:
            return fits[0]
    raise ValueError(
        f"{thing.__name__} could be any of {', '.join(names)}: give it one of these names"
        + ("" if number else ", or say judge(..., stage=2)")
    )


def _guesses(thing: Any, names: list[str]) -> Iterator[list[str]]:
    """Candidates by name, by the end of the name, by arguments, or as the only one left."""
    plain = _plain(thing.__name__)
    yield [name for name in names if _plain(name) == plain]
    yield sorted((name for name in names if plain.endswith(_plain(name))), key=len)[-1:]
    yield [name for name in names if _arguments(stage_of(name).solution(name)) == _arguments(thing)]
    yield names


def _plain(name: str) -> str:
    return name.replace("_", "").lower()


def _arguments(thing: Any) -> list[str]:
    return list(inspect.signature(thing).parameters)
