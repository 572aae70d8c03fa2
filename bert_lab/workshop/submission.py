"""One submitted object on trial: it is called, and what is right is recorded."""

import copy
import inspect
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.workshop.compare import same
from bert_lab.workshop.device_check import Strays, plain_tensors
from bert_lab.workshop.results import Verdict, Wrong
from bert_lab.workshop.sandbox import guarded
from bert_lab.workshop.texts import say


class Trial:
    """The input of a stage's check: `thing`, and ways to call it that detect side effects.

    Args:
        thing: the function or class.
        name: as the stage calls it.
        stage: its number.
        words: the stage's words.
        module: the name of the module that it is written in.
    """

    def __init__(self, thing: Any, name: str, stage: int, words: dict[str, Any], module: str):
        self.thing, self.name, self.words, self.module = thing, name, words, module
        self.verdict = Verdict(stage, name)
        self.built_with: tuple[Any, ...] = ()

    def right(self, key: str) -> None:
        """Record that this is right, by the key of its words."""
        self.verdict.right.append(self.words["right"][key])

    def call(
        self,
        *args: Any,
        on: Callable[..., Any] | None = None,
        dice: bool = False,
        watched: bool = True,
    ) -> Any:
        """The result of the thing, or of `on` if given, for copies of the arguments.

        With `dice` it may use PyTorch's own generator. Tensors on the wrong device are looked for
        unless it is not `watched`, which is faster.

        Raises `Wrong` if it changes one of them, or as `guarded` does.
        """
        thing = self.thing if on is None else on
        given = tuple(_copied(argument) for argument in args)
        held = plain_tensors(thing) if watched and isinstance(thing, nn.Module) else {}
        strays = Strays(self.module, held)
        with strays if watched else nullcontext():
            result, printed = guarded(lambda: thing(*given), self.module, dice_allowed=dice)
        for number, (before, after) in enumerate(zip(args, given, strict=True)):
            if not unchanged(before, after):
                raise Wrong("changes-input", argument=_name_of(thing, number))
        if printed.strip():
            self._note("prints", printed=printed.strip().splitlines()[0][:60])
        if strays.part:
            raise Wrong("plain-tensor", part=strays.part, line=strays.line, code=strays.code)
        if strays.line:
            self._note("other-device", line=strays.line, code=strays.code)
        return result

    def learn(self, args: tuple[Any, ...], on: Any, backward: Callable[..., Any]) -> Any:
        """Run `backward` on the result for the arguments themselves, all guarded."""
        work = partial(_learnt, on, args, backward)
        return guarded(work, self.module, dice_allowed=True)[0]

    def _note(self, key: str, **fields: Any) -> None:
        note = say(key, **fields)
        if note not in self.verdict.notes:
            self.verdict.notes.append(note)

    def build(self, *args: Any) -> nn.Module:
        """An object of the reader's class, in evaluation mode; its weights may be drawn freely.

        Raises `Wrong` if that changes the numbers in a module that is handed over.
        """
        self.built_with, given = args, [one for one in args if isinstance(one, nn.Module)]
        before = [copy.deepcopy(list(one.parameters())) for one in given]
        built, _ = guarded(lambda: self.thing(*args), self.module, dice_allowed=True)
        if not isinstance(built, nn.Module):
            raise Wrong("no-module", found=type(built).__name__)
        if not unchanged(before, [list(one.parameters()) for one in given]):
            raise Wrong("overwrites-module")
        return built.eval()

    def rebuilt(self) -> nn.Module:
        """A fresh object like the last one built."""
        return self.build(*self.built_with)

    def again(self, first: Any, *args: Any, on: Callable[..., Any] | None = None) -> None:
        """Raise `Wrong` if a second call with the same arguments gives another result.

        Or the very same thing: then whoever changes the first result changes the second.
        """
        result = self.call(*args, on=on)
        if not alike(first, result):
            raise Wrong("state")
        expect_own(first, result)


def expect_own(first: Any, second: Any) -> None:
    """Raise `Wrong` if the results of two calls share a list, or a tensor's memory."""
    if not _held(first).isdisjoint(_held(second)):
        raise Wrong("shared-result")


def _held(value: Any) -> set[int]:
    if isinstance(value, Tensor):
        return {value.untyped_storage().data_ptr()} if value.numel() else set()
    own = {id(value)} if isinstance(value, list) else set[int]()
    parts = value if isinstance(value, list | tuple) else ()
    return own.union(*map(_held, parts))


def alike(first: Any, second: Any) -> bool:
    """Whether two results are equal up to rounding."""
    if isinstance(first, Tensor):
        return isinstance(second, Tensor) and same(second, first)
    if isinstance(first, list | tuple):
        return len(first) == len(second) and all(map(alike, first, second))
    return first == second


def _learnt(thing: Any, args: tuple[Any, ...], backward: Callable[..., Any]) -> Any:
    return backward(thing(*args))


def _copied(value: Any) -> Any:
    if isinstance(value, nn.Module | torch.optim.Optimizer | torch.Generator | Iterator):
        return value  # to be changed, or to be drawn from
    return copy.deepcopy(value)


def unchanged(before: Any, after: Any) -> bool:
    """Whether an argument is unmodified: every number, and the length of every list."""
    if isinstance(before, Tensor):
        return before.shape == after.shape and torch.equal(before, after)
    if isinstance(before, list | tuple):
        pairs = zip(before, after, strict=True) if len(before) == len(after) else ()
        return len(before) == len(after) and all(unchanged(a, b) for a, b in pairs)
    return before is after or not isinstance(before, dict | set) or before == after


def _name_of(thing: Any, number: int) -> str:
    """The reader's name for the argument with this index."""
    called = thing.forward if isinstance(thing, nn.Module) else thing
    return list(inspect.signature(called).parameters)[number]
