"""One thing that the reader wrote, on trial: it is called, and what is right is kept."""

import copy
import inspect
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.workshop.compare import same
from bert_lab.workshop.findings import Verdict, Wrong
from bert_lab.workshop.guard import guarded
from bert_lab.workshop.strays import Strays
from bert_lab.workshop.texts import say


class Trial:
    """What a stage's check is handed: `thing`, and ways to call it that notice bad manners.

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

    def right(self, key: str) -> None:
        """What has just been found right, by the key of its words."""
        self.verdict.right.append(self.words["right"][key])

    def call(
        self,
        *args: Any,
        on: Callable[..., Any] | None = None,
        dice: bool = False,
        watched: bool = True,
    ) -> Any:
        """What the thing, or `on` if that is given, returns for copies of the arguments.

        With `dice` it may use PyTorch's own generator. Tensors on the wrong device are looked for
        unless it is not `watched`, which is faster.

        Raises `Wrong` if it changes one of them, or as `guarded` does.
        """
        thing = self.thing if on is None else on
        given = tuple(_copied(argument) for argument in args)
        strays = Strays(self.module)
        with strays if watched else nullcontext():
            result, printed = guarded(lambda: thing(*given), self.module, dice_allowed=dice)
        for number, (before, after) in enumerate(zip(args, given, strict=True)):
            if not _unchanged(before, after):
                raise Wrong("changes-input", argument=_name_of(thing, number))
        if printed.strip():
            self._note("prints", said=printed.strip().splitlines()[0][:60])
        if strays.line:
            self._note("other-device", line=strays.line, code=strays.code)
        return result

    def _note(self, key: str, **fields: Any) -> None:
        note = say(key, **fields)
        if note not in self.verdict.notes:
            self.verdict.notes.append(note)

    def build(self, *args: Any) -> nn.Module:
        """An object of the reader's class, in evaluation mode; its weights may be drawn freely."""
        built, _ = guarded(lambda: self.thing(*args), self.module, dice_allowed=True)
        if not isinstance(built, nn.Module):
            raise Wrong("no-module", found=type(built).__name__)
        return built.eval()

    def again(self, first: Tensor, *args: Any, on: Callable[..., Any] | None = None) -> None:
        """Raise `Wrong` if a second call with the same arguments gives something else."""
        result = self.call(*args, on=on)
        result = result[0] if isinstance(result, tuple | list) else result
        if not same(result, first):
            raise Wrong("state")


def _copied(value: Any) -> Any:
    if isinstance(value, nn.Module | torch.optim.Optimizer | torch.Generator | Iterator):
        return value  # to be changed, or to be drawn from
    return copy.deepcopy(value)


def _unchanged(before: Any, after: Any) -> bool:
    if isinstance(before, Tensor):
        return before.shape == after.shape and torch.equal(before, after)
    if isinstance(before, list | tuple):
        pairs = zip(before, after, strict=True) if len(before) == len(after) else ()
        return len(before) == len(after) and all(_unchanged(a, b) for a, b in pairs)
    return before is after or not isinstance(before, dict | set) or before == after


def _name_of(thing: Any, number: int) -> str:
    """What the reader calls the argument with this number."""
    called = thing.forward if isinstance(thing, nn.Module) else thing
    return list(inspect.signature(called).parameters)[number]
