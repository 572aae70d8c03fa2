"""What all commands share: a mistake is answered in one line, and leaves nothing behind."""

import argparse
import errno
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn


class Command(argparse.ArgumentParser):
    """The parser of `python -m MODULE`; every mistake ends it with exit code 2 and one line.

    Args:
        module: such as "bert_lab.pretraining".
        description: for `--help`.
    """

    def __init__(self, module: str, description: str | None = None):
        super().__init__(prog=f"python -m {module}", description=description)

    def add_output(self, about: str) -> None:
        """The options `--out`, for which `about` is the help, and `--overwrite`."""
        add = self.add_argument
        add("--out", "--output_dir", dest="output_dir", type=Path, required=True, help=about)
        add("--overwrite", action="store_true", help="replace finished results that are there")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, in one line on stderr, and end with exit code 2."""
        self.exit(2, f"{self.prog}: error: {'; '.join(message.splitlines())}\n")

    @contextmanager
    def mistakes(self) -> Iterator[None]:
        """Errors in this block are the caller's mistakes: `error` tells them.

        For what is read and checked before the work begins. An error in the work itself is none of
        the caller's, and its traceback is wanted.
        """
        try:
            yield
        except (ValueError, OSError, ImportError) as error:
            self.error((str(error) or type(error).__name__) + _remedy(error))

    @contextmanager
    def work(self) -> Iterator[None]:
        """A full disk is no fault of the program, nor is a reader who stops it: one line, too.

        What was stored before is whole, so that the same command goes on.
        """
        try:
            yield
        except KeyboardInterrupt:
            self.exit(130, f"{self.prog}: interrupted; the same command goes on\n")  # as a shell
        except OSError as error:
            if not _remedy(error):
                raise
            self.error(f"{error}{_remedy(error)}")

    def line(self, argv: Sequence[str]) -> str:
        """The command with these arguments as a shell reads it."""
        return f"{self.prog} {shlex.join(argv)}".rstrip()


def _remedy(error: Exception) -> str:
    """What helps against a full disk; nothing for any other error."""
    full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    return "; make room, and the same command goes on" if full else ""
