"""Judge everything that the reader wrote; `judge` for notebooks.

The judge decides by outcome. A stage's looks run the reader's code on some inputs and set what it
gives beside what `bert_core` gives. At the first look that differs, the known mistakes are run on
the same inputs: the one whose first difference is the same gives the message.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from bert_lab.workshop.compare import Look
from bert_lab.workshop.mistakes import KNOWN, version
from bert_lab.workshop.results import Blank, Verdict, Wrong
from bert_lab.workshop.stage import Stage, recognise, stage_of
from bert_lab.workshop.submission import Trial, error_line
from bert_lab.workshop.texts import fill_in, say, texts

# What a stage's function yields: looks in order, and after them the key of what is right so far.
Looks = Callable[[Trial], Iterator[Look | str]]
# What the code of a stage calls, from an earlier stage.
NEEDS = {
    "MultiHeadAttention": ("attention",),
    "Block": ("MultiHeadAttention",),
    "Encoder": ("Embeddings", "Block"),
    "BERT": ("Encoder", "MaskedWordHead", "NextSentenceHead"),
    "training_step": ("masked_word_loss",),
    "train": ("learning_rate", "training_step"),
}


def first_difference(looks: Looks, trial: Trial, right: list[str]) -> tuple[int, Look] | None:
    """The number of the first look that differs, and the look; the keys before it go to `right`."""
    for number, look in enumerate(looks(trial)):
        if isinstance(look, str):
            right.append(look)
        elif not look.agrees():
            return number, look
    return None


@cache
def outcome(name: str, key: str) -> tuple[int, Any] | None:
    """Where a known mistake differs first, and what it gives there; None if another thing tells."""
    wrong = version(name, key)
    trial = Trial(wrong, name, wrong.__module__)
    try:
        different = first_difference(stage_of(name).looks(name), trial, [])
    except Wrong:
        return None
    return different and (different[0], different[1].found)


def name_of_mistake(name: str, number: int, look: Look) -> str:
    """The known mistake that differs first at the same look, with the same numbers; "" if none."""
    for key in KNOWN[name]:
        known = outcome(name, key)
        if known and known[0] == number and look.gives(known[1]):
            return key
    return ""


class Grader:
    """Judges the objects in a namespace, each once.

    Where something needs an earlier one that is not right yet, the judge lends its own, so that
    every stage is judged for itself.

    Args:
        namespace: the names of the module that the reader writes, which borrow what is lent.
        module: its name.
        named: things to judge in place of those of the namespace.
    """

    def __init__(self, namespace: dict[str, Any], module: str, named: dict[str, Any] | None = None):
        self.namespace, self.module = namespace, module
        self.things = {**namespace, **(named or {})}
        self.verdicts: dict[str, Verdict] = {}

    def stage(self, stage: Stage) -> list[Verdict]:
        """The verdicts on everything in a stage, in order."""
        return [self.verdict(name) for name in stage.names]

    def verdict(self, name: str) -> Verdict:
        """The verdict on the object of this name."""
        if name not in self.verdicts:
            self.verdicts[name] = self._judge(name)
        return self.verdicts[name]

    def _judge(self, name: str) -> Verdict:
        stage = stage_of(name)
        if name not in self.things:
            return Verdict(stage.number, name)
        borrowed = self._missing(name)  # what is remarked of these is not said again
        verdict = Verdict(stage.number, name)
        trial = Trial(self.things[name], name, self.module)
        with self._lent(borrowed):
            _hear(verdict, trial, stage)
        known = {note for other in self.verdicts.values() for note in other.notes}
        if verdict.state != "wrong":  # one thing at a time
            verdict.notes = [note for note in trial.notes if note not in known]
        if verdict.state != "blank":
            for state in ("wrong", "blank"):
                if names := ", ".join(n for n in borrowed if self.verdicts[n].state == state):
                    verdict.lent.append(say(f"lent-{state}", names=names))
        return verdict

    def _missing(self, name: str) -> list[str]:
        """What has to be lent: needs that are not right, and those of the reader's right ones."""
        missing: dict[str, None] = {}
        for need in NEEDS.get(name, ()):
            if self.verdict(need).state != "right":
                missing[need] = None
            elif getattr(self.things[need], "__module__", None) == self.module:
                missing |= dict.fromkeys(self._missing(need))
        return list(missing)

    @contextmanager
    def _lent(self, names: list[str]) -> Iterator[None]:
        kept = {name: self.namespace[name] for name in names if name in self.namespace}
        self.namespace.update({name: stage_of(name).solution(name) for name in names})
        try:
            yield
        finally:
            for name in names:
                del self.namespace[name]
            self.namespace.update(kept)


def _hear(verdict: Verdict, trial: Trial, stage: Stage) -> None:
    """Run the stage's looks, and record their result in the verdict."""
    looks, right = stage.looks(trial.name), []
    try:
        different = first_difference(looks, trial, right)
        if different:
            raise different[1].wrong(name_of_mistake(trial.name, *different))
        verdict.state = "right"
    except Blank:
        verdict.state = "blank"
    except Wrong as wrong:
        _write_down(verdict, stage, wrong)
    except Exception as error:  # a tensor of another kind, say, with which nobody can reckon
        _write_down(verdict, stage, Wrong("incomparable", error=error_line(error)))
    verdict.right = [stage.words["right"][key] for key in right]


def _write_down(verdict: Verdict, stage: Stage, wrong: Wrong) -> None:
    """Put the first mistake into the verdict, in words."""
    verdict.state, verdict.key = "wrong", wrong.key
    own = stage.words["mistakes"].get(wrong.key)
    sentence = own["says"] if own else texts("judge")["says"][wrong.key]
    fields = {"what": verdict.name} | wrong.fields | {"name": verdict.name}
    verdict.sentence = fill_in(sentence, **fields)
    if "case" in wrong.fields:
        verdict.sentence = say("in-case", fault=verdict.sentence, case=wrong.fields["case"])
    if "place" in wrong.fields:
        key = "place" if wrong.fields["place"] else "place-of-one"
        verdict.place = say(key, **wrong.fields)


def judge(thing: Any) -> Verdict:
    """Judge a function or class from a notebook.

    Args:
        thing: not called: `judge(attention)`, `judge(Block)`.

    Returns:
        The verdict, which a notebook shows in words.

    Raises:
        ValueError: if no stage asks for a thing of its name.

    See `ch-input` to `ch-pretraining`.
    """
    name = recognise(thing)
    module = thing.__module__
    return Grader(vars(sys.modules[module]), module, {name: thing}).verdict(name)
