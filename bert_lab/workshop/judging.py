"""Judge everything that the reader wrote; `judge` for notebooks."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bert_lab.workshop.results import Blank, Verdict, Wrong
from bert_lab.workshop.sandbox import error_line
from bert_lab.workshop.stage import Stage, recognise, stage_of
from bert_lab.workshop.submission import Trial
from bert_lab.workshop.texts import fill_in, say, texts

# What the code of a stage calls, from an earlier stage.
NEEDS = {
    "MultiHeadAttention": ("attention",),
    "Block": ("MultiHeadAttention",),
    "Encoder": ("Embeddings", "Block"),
    "BERT": ("Encoder", "MaskedWordHead", "NextSentenceHead"),
    "training_step": ("masked_word_loss",),
    "train": ("learning_rate", "training_step"),
}


class Grader:
    """Judges the objects in a namespace, each once.

    Where something needs an earlier one that is not right yet, the judge lends its own, so that
    every stage is judged for itself.

    Args:
        namespace: the names of the module that the reader writes, which borrow what is lent.
        module: its name.
        named: things by the names that the stages have for them, where the reader has others.
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
        known = {note for verdict in self.verdicts.values() for note in verdict.notes}
        thing = self.things[name]
        trial = Trial(thing, name, stage.number, stage.words, self.module)
        with self._lent(borrowed):
            _hear(trial, stage.check(name))
        trial.verdict.notes = [note for note in trial.verdict.notes if note not in known]
        if trial.verdict.state != "blank":
            for state in ("wrong", "blank"):
                if names := ", ".join(n for n in borrowed if self.verdicts[n].state == state):
                    trial.verdict.lent.append(say(f"lent-{state}", names=names))
        return trial.verdict

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


def _hear(trial: Trial, check: Callable[[Trial], None]) -> None:
    """Run the check, and record its result in the verdict."""
    verdict = trial.verdict
    try:
        check(trial)
        verdict.state = "right"
    except Blank:
        verdict.state = "blank"
    except Wrong as wrong:
        _write_down(trial, wrong)
    except Exception as error:  # a tensor of another kind, say, with which nobody can reckon
        _write_down(trial, Wrong("incomparable", error=error_line(error)))


def _write_down(trial: Trial, wrong: Wrong) -> None:
    """Put the first mistake into the verdict, in words."""
    verdict = trial.verdict
    verdict.state, verdict.key = "wrong", wrong.key
    own = trial.words["mistakes"].get(wrong.key)
    sentence = own["says"] if own else texts("judge")["says"][wrong.key]
    fields = {"what": trial.name} | wrong.fields | {"name": trial.name}
    verdict.sentence = fill_in(sentence, **fields)
    if "case" in wrong.fields:
        verdict.sentence = say("in-case", fault=verdict.sentence, case=wrong.fields["case"])
    if "place" in wrong.fields:
        key = "place" if wrong.fields["place"] else "place-of-one"
        verdict.place = say(key, **wrong.fields)
    verdict.notes.clear()  # one thing at a time


def judge(thing: Any, stage: int | None = None) -> Verdict:
    """Judge a function or class from a notebook.

    Args:
        thing: not called: `judge(attention)`, `judge(Block)`.
        stage: its number, if its name does not tell.

    Returns:
        The verdict, which a notebook shows in words.

    Raises:
        ValueError: if it belongs to no stage that could be told.

    See `ch-input` to `ch-pretraining`.
    """
    name = recognise(thing, stage)
    module = thing.__module__
    return Grader(vars(sys.modules[module]), module, {name: thing}).verdict(name)
