"""One submitted object on trial: it is built and called, and what goes wrong is told."""

import contextlib
import copy
import inspect
import io
import linecache
import random
import sys
from collections.abc import Callable, Iterator
from traceback import walk_tb
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.workshop.results import Blank, Wrong
from bert_lab.workshop.texts import say
from bert_lab.workshop.weights import fill

# What PyTorch says when something is amiss that has a sentence of its own.
_TELLTALES = (
    ("no-super", "before Module.__init__() call"),
    ("raises-device", "CUDA"),
    ("raises-view", "view size is not compatible"),
    ("raises-classes", "Expected target size"),
)


class Trial:
    """The input of a stage's looks: `thing`, and ways to build and call it.

    `notes`: what does not count against it, such as that it prints.

    Args:
        thing: the function or class.
        name: as the stage calls it.
        module: the name of the module that it is written in.
    """

    def __init__(self, thing: Any, name: str, module: str):
        self.thing, self.name, self.module = thing, name, module
        self.notes: list[str] = []

    def call(self, *args: Any, on: Callable[..., Any] | None = None, dice: bool = False) -> Any:
        """The result of the thing, or of `on` if given, for copies of the arguments.

        With `dice` it may use PyTorch's own generator, as `nn.Dropout` does.

        Raises `Wrong` if it changes an argument, or as `guarded` does.
        """
        thing = self.thing if on is None else on
        given = tuple(_copied(argument) for argument in args)
        before = None if dice else random_states()
        result, printed = guarded(lambda: thing(*given), self.module)
        if before is not None and random_states() != before:
            raise Wrong("global-random" if on is None else "dropout-in-eval")
        for number, (old, new) in enumerate(zip(args, given, strict=True)):
            if not unchanged(old, new):
                raise Wrong("changes-input", argument=_name_of(thing, number))
        if printed.strip():
            note = say("prints", printed=printed.strip().splitlines()[0][:60])
            self.notes = [note]
        return result

    def build(self, *sizes: Any) -> nn.Module:
        """An object of the reader's class, in evaluation mode."""
        built, _ = guarded(lambda: self.thing(*sizes), self.module)
        if not isinstance(built, nn.Module):
            raise Wrong("no-module", found=type(built).__name__)
        return built.eval()

    def build_from(self, core: nn.Module, *sizes: Any) -> nn.Module:
        """The same with the weights of `core`, a part of `bert_core`."""
        built = self.build(*sizes)
        fill(built, core, self.name)
        return built


def guarded(work: Callable[[], Any], module: str) -> tuple[Any, str]:
    """Call the reader's code; returns its result and what it printed.

    Args:
        work: calls it.
        module: the name of the module that it is written in, to find the line that failed.

    Raises:
        Wrong: if it raises.
        Blank: if it is not written yet.
    """
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            result = work()
    except Wrong:
        raise  # by what the judge handed over
    except (Exception, SystemExit) as error:
        line = own_line(error, module)
        if isinstance(error, NotImplementedError) and line["code"].startswith("raise Not"):
            raise Blank from None
        if axes := _too_many_axes(error):
            raise Wrong("four-axes", found=axes) from None
        key = next((key for key, words in _TELLTALES if words in str(error)), "raises")
        key = key if line["code"] else "not-callable"
        raise Wrong(key, error=error_line(error), **line) from None
    return result, printed.getvalue()


def error_line(error: BaseException) -> str:
    """An error as Python tells it, on one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def own_line(error: BaseException, module: str) -> dict[str, Any]:
    """The innermost line of the reader's own code in the traceback."""
    found: dict[str, Any] = {"line": "?", "code": ""}
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__") == module:
            code = linecache.getline(frame.f_code.co_filename, line).strip()
            found = {"line": line, "code": code}
    return found


def _too_many_axes(error: BaseException) -> tuple[int, ...]:
    """The shape that an `attention` got before the error, if it has four axes."""
    for frame, _ in walk_tb(error.__traceback__):
        code = frame.f_code
        if code.co_name == "attention":
            given = (frame.f_locals[name] for name in code.co_varnames[: code.co_argcount])
            shapes = [tuple(one.shape) for one in given if isinstance(one, Tensor)]
            return next((shape for shape in shapes if len(shape) > 3), ())
    return ()


def random_states() -> list[Any]:
    """The states of all global random generators."""
    states = [torch.get_rng_state().numpy().tobytes(), random.getstate()]
    if "numpy" in sys.modules:
        name, keys, *rest = sys.modules["numpy"].random.get_state()
        states += [name, keys.tobytes(), rest]
    return states


def _copied(value: Any) -> Any:
    if isinstance(value, nn.Module | torch.optim.Optimizer | torch.Generator | Iterator):
        return value  # to be changed, or to be drawn from
    return copy.deepcopy(value)


def unchanged(before: Any, after: Any) -> bool:
    """Whether an argument is unmodified: every number, and the length of every list."""
    if isinstance(before, Tensor):
        return before.shape == after.shape and torch.equal(before, after)
    if isinstance(before, list | tuple):
        pairs = zip(before, after, strict=False)
        return len(before) == len(after) and all(unchanged(a, b) for a, b in pairs)
    return True


def _name_of(thing: Any, number: int) -> str:
    """The reader's name for the argument with this index."""
    called = thing.forward if isinstance(thing, nn.Module) else thing
    return list(inspect.signature(called).parameters)[number]
