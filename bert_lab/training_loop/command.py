"""What all commands share: mistakes are reported in one line, and leave nothing behind."""

import argparse
import errno
import io
import os
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

_ENDS = "SIGINT", "SIGTERM", "SIGHUP"
_SIGNALS = [getattr(signal, name) for name in _ENDS if hasattr(signal, name)]
_FULL = errno.ENOSPC, errno.EDQUOT, errno.EFBIG


class Command(argparse.ArgumentParser):
    """The parser of `python -m MODULE`; every mistake exits with code 2 and one line.

    Args:
        module: such as "bert_lab.pretraining".
        description: for `--help`.
    """

    def __init__(self, module: str, description: str | None = None):
        super().__init__(prog=f"python -m {module}", description=description)

    def parse_args(self, *args: Any, **kwargs: Any) -> Any:
        """The options; afterwards no console encoding makes printing fail."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        return super().parse_args(*args, **kwargs)

    def error(self, message: str) -> NoReturn:
        """Report a mistake in one line on stderr, and exit with code 2."""
        self.exit(2, f"{self.prog}: error: {'; '.join(message.splitlines())}\n")

    @contextmanager
    def mistakes(self) -> Iterator[None]:
        """Report errors in this block as the caller's mistakes: through `error`.

        For what is read and checked before the work begins. An error in the work itself is none of
        the caller's, and its traceback is wanted.
        """
        try:
            yield
        except BrokenPipeError:  # of whoever reads what is printed: `call` knows
            raise
        except (ValueError, OSError, ImportError) as error:
            self.error((str(error) or type(error).__name__) + _remedy(error))

    @contextmanager
    def work(self, where: Callable[[], str]) -> Iterator[None]:
        """Report in one line what is no bug: a full disk, an interrupt, a diverged training.

        What was stored before is whole, so that the same command goes on; `where` says from which
        step. What a system ends jobs with is an interrupt, too.
        """
        try:
            with ended_by(signal.default_int_handler):
                yield
        except KeyboardInterrupt:
            line = f"{self.prog}: interrupted; the same command goes on {where()}\n"
            self.exit(130, line)  # as a shell
        except FloatingPointError as error:
            self.error(str(error))
        except OSError as error:
            if not _remedy(error):
                raise
            self.error(f"{error}{_remedy(error)}")

    def line(self, argv: Sequence[str]) -> str:
        """The command with these arguments, quoted for a shell."""
        return f"{self.prog} {shlex.join(argv)}".rstrip()


@contextmanager
def ended_by(handler: Callable[[int, Any], Any]) -> Iterator[None]:
    """In this block Ctrl+C and what a system ends jobs with call `handler`, unless they are
    ignored, as `nohup` asks."""
    before = {one: signal.getsignal(one) for one in _SIGNALS if _is_heard(one)}
    for one in before:
        signal.signal(one, handler)
    try:
        yield
    finally:
        for one, other in before.items():
            signal.signal(one, other)


def _is_heard(one: signal.Signals) -> bool:
    main = threading.current_thread() is threading.main_thread()  # elsewhere Python allows none
    return main and signal.getsignal(one) not in (None, signal.SIG_IGN)


def call(main: Callable[[], int | None]) -> NoReturn:
    """Run `main` and exit; an interrupt prints one line instead of a traceback.

    Where nobody reads what it prints any more it ends without a word. Every module that is run by
    `python -m` ends in this.
    """
    try:
        code = main()
        sys.stdout.flush()
    except SystemExit as ended:
        code = ended.code
    except KeyboardInterrupt:
        print(f"{_name()}: interrupted", file=sys.stderr)
        code = 130  # as a shell
    except BrokenPipeError:
        code = 141
    except OSError as error:
        if not _remedy(error):
            raise
        print(f"{_name()}: error: what it prints can't be written: {error}", file=sys.stderr)
        code = 2
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # Python would try it again when it ends, and complain
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    sys.exit(code)


def _name() -> str:
    """The name of the command as typed."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return f"python -m {spec.name.removesuffix('.__main__')}" if spec else sys.argv[0]


def _remedy(error: Exception) -> str:
    """The hint for a full disk; "" for any other error."""
    full = isinstance(error, OSError) and error.errno in _FULL
    return "; make room, and the same command goes on" if full else ""
