"""Run the reader's code safely: it may hang, print, fail, or use global random numbers."""

import contextlib
import ctypes
import io
import linecache
import random
import sys
import threading
from collections.abc import Callable, Iterator
from traceback import walk_tb
from typing import Any

import torch
from torch import Tensor

from bert_lab.workshop.results import Blank, Wrong

SECONDS = 20.0  # for one call: what the judge asks takes milliseconds
IMPORTING = (
    3  # times as long again while a library loads: parts of PyTorch wait for their first use
)
ROOM = 1000  # letters of what is printed that are kept: a loop may print without end


# What PyTorch says when something is amiss that has a sentence of its own.
_TELLTALES = (
    ("no-super", "before Module.__init__() call"),
    ("raises-device", "device"),
    ("raises-device", "CUDA"),
    ("raises-view", "view size is not compatible"),
    ("raises-classes", "Expected target size"),
)


class OutOfTime(BaseException):
    """Raised inside code that runs too long; no `except Exception` catches it."""


class Heard(io.TextIOBase):
    """Captures printed text, and keeps its beginning."""

    kept = ""

    def write(self, text: str) -> int:
        self.kept += text[: ROOM - len(self.kept)]
        return len(text)


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Interrupt this block after so many seconds, on any system and in any thread.

    Only Python can be ended so: one call into a library that never returns is beyond it, and left
    to whoever runs the judge in a process of its own.
    """
    thread, ended = threading.get_ident(), threading.Event()

    def send(error: Any) -> None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)

    def watch() -> None:
        more = IMPORTING
        while not ended.wait(seconds):
            if more and _imports(thread):
                more -= 1
            else:
                send(ctypes.py_object(OutOfTime))

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
        send(None)  # what was sent and did not arrive in time


def _imports(thread: int) -> bool:
    """Whether a thread is inside an `import`."""
    frame = sys._current_frames().get(thread)
    while frame and frame.f_globals.get("__name__") != "importlib._bootstrap":
        frame = frame.f_back
    return frame is not None


def random_states() -> list[Any]:
    """The states of all global random generators."""
    states = [torch.get_rng_state().view(torch.int64).tolist(), random.getstate()]
    if "numpy" in sys.modules:
        name, keys, *rest = sys.modules["numpy"].random.get_state()
        states += [name, keys.tobytes(), rest]
    return states


def guarded(work: Callable[[], Any], module: str, *, dice_allowed: bool = False) -> tuple[Any, str]:
    """Call the reader's code; returns its result and what it printed.

    Args:
        work: calls it.
        module: the name of the module that it is written in, to find the line that failed.
        dice_allowed: whether it may use PyTorch's own generator, as `nn.Dropout` does.

    Raises:
        Wrong: if it never ends, raises, or uses a generator that it was not given.
        Blank: if it is not written yet.
    """
    printed = Heard()
    before = None if dice_allowed else random_states()
    try:
        with limited(SECONDS), contextlib.redirect_stdout(printed):
            result = work()
    except NotImplementedError as error:
        if own_line(error, module).get("code", "").startswith("raise NotImplementedError"):
            raise Blank from None
        raise Wrong("raises", error=error_line(error), **own_line(error, module)) from None
    except OutOfTime as error:
        raise Wrong("endless", seconds=int(SECONDS), **own_line(error, module)) from None
    except Wrong:
        raise  # by what the judge handed over
    except (Exception, SystemExit) as error:
        key = next((key for key, words in _TELLTALES if words in str(error)), "raises")
        line = own_line(error, module)
        key = key if line["code"] else "not-callable"
        if axes := _too_many_axes(error):
            raise Wrong("four-axes", found=axes) from None
        raise Wrong(key, error=error_line(error), **line) from None
    if before is not None and random_states() != before:
        raise Wrong("global-random")
    return result, printed.kept


def error_line(error: BaseException) -> str:
    """An error as Python tells it, on one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def _too_many_axes(error: BaseException) -> tuple[int, ...]:
    """The shape that an `attention` got before the error, if it has four axes."""
    for frame, _ in walk_tb(error.__traceback__):
        code = frame.f_code
        if code.co_name == "attention":
            given = (frame.f_locals[name] for name in code.co_varnames[: code.co_argcount])
            shapes = [tuple(one.shape) for one in given if isinstance(one, Tensor)]
            return next((shape for shape in shapes if len(shape) > 3), ())
    return ()


def own_line(error: BaseException, module: str) -> dict[str, Any]:
    """The innermost line of the reader's own code in the traceback."""
    found: dict[str, Any] = {"line": "?", "code": ""}
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__") == module:
            code = linecache.getline(frame.f_code.co_filename, line).strip()
            found = {"line": line, "code": code}
    return found
