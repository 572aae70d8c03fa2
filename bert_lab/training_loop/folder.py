"""The folder of a run: its work in `unfinished`, its results when it is done."""

import errno
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from bert_lab.checkpoint.files import move_together
from bert_lab.training_loop.command import ended_by
from bert_lab.training_loop.record import RECORD, read_records, thin

UNFINISHED, STORED = "unfinished", "stored"  # a run's work, and in it what will stay
_RESULTS = (RECORD, "config.json", "model.safetensors", "tokenizer.json")


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Lock a run's folder against other commands in this block; a killed one leaves no lock.

    It is made with its place for work, and goes again where the block put nothing there.

    Raises:
        ValueError: if another command is at work in it; then nothing is touched.
        OSError: if it can't be made or written to.
    """
    from filelock import FileLock, Timeout

    work = folder / UNFINISHED
    made = [path for path in (work, folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise ValueError(
            f"{folder}: another command is at work in it; wait until it is done, or give another "
            "folder"
        ) from None
    except OSError as error:
        if error.errno != errno.ENOLCK:  # as network drives say that keep no locks
            raise
        print(
            f"{folder}: its drive has no locks; let no other command work in it meanwhile",
            file=sys.stderr,
        )
    try:
        work.mkdir(exist_ok=True)
        yield
    finally:
        lock.release()
        with suppress(OSError):
            (folder / ".lock").unlink()
        for path in made:
            with suppress(OSError):  # gone, or no longer empty
                path.rmdir()


def check_free(folder: Path, overwrite: bool, go_on: str) -> None:
    """Raise ValueError if a folder has finished results that may not be replaced.

    `go_on` ends the message: how one trains on from them.
    """
    results = any((folder / name).exists() for name in _RESULTS)
    if results and not overwrite and not any((folder / UNFINISHED).glob("*")):
        raise ValueError(
            f"{folder}: results are there already; --overwrite replaces them, another --out keeps "
            f"them{go_on}"
        )


def finish(folder: Path, summary: dict[str, Any]) -> None:
    """Finish a run: what it stored and its record go to its folder, and `unfinished` goes.

    Killed meanwhile, the same command does it again.

    Args:
        folder: of the run, with the results in `unfinished/stored`.
        summary: the last row of the record, before which come means over some steps.

    Raises:
        FloatingPointError: for a number that is not finite, before anything is moved.
    """
    unfinished = folder / UNFINISHED
    rows = thin(read_records(unfinished / RECORD))
    try:
        lines = [json.dumps(row, allow_nan=False) + "\n" for row in [*rows, summary]]
    except ValueError:
        raise FloatingPointError(
            f"{folder}: expected results that are finite, got {summary}; nothing of it is kept as "
            f"a result, and {unfinished} stays as it is"
        ) from None
    (unfinished / STORED).mkdir(exist_ok=True)
    (unfinished / STORED / RECORD).write_text("".join(lines), "utf-8")
    with ended_by(lambda *_: None):  # takes no time, and isn't left half done
        move_together(unfinished / STORED, folder)
        shutil.rmtree(unfinished)
