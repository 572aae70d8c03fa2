"""Working and output folders of a run; files that a command didn't create are never touched."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bert_lab.checkpoint.files import move_together
from bert_lab.training_loop.identity import RunIdentity
from bert_lab.training_loop.record import RECORD, read_records, read_run, thin

if TYPE_CHECKING:
    from filelock import FileLock

UNFINISHED, STORED = "unfinished", "stored"  # a run's work, and in it what will stay
_FINISHED = "finished"  # the same once it is done, for the moment in which it is moved
_LOCK = ".lock"  # beside `unfinished`, which is renamed: no system moves what is open
_RESULTS = (RECORD, "config.json", "model.safetensors", "tokenizer.json")


@contextmanager
def new_folder(folder: Path, *own: str) -> Iterator[None]:
    """Make a writable folder; remove it again if the block fails.

    Args:
        folder: it, and parents that are missing.
        own: names of what the block may make in it.

    All else stays, and with it the folders that it is in: others may have begun to use them.

    Raises:
        OSError: if it can't be made or written to.
    """
    made: list[Path] = []
    new = [folder / name for name in own if not (folder / name).exists()]
    try:
        _make(folder, made)
        with tempfile.TemporaryFile(dir=folder):
            pass
        yield
    except BaseException:
        for path in new:
            shutil.rmtree(path, ignore_errors=True)
        _remove(made)
        raise


def _make(folder: Path, made: list[Path]) -> None:
    """Make a folder with its parents; those created are added to `made`."""
    for path in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
        with suppress(FileExistsError):  # another command was faster
            path.mkdir()
            made.append(path)


def _remove(made: list[Path]) -> None:
    with suppress(OSError):  # no longer empty
        for path in reversed(made):
            path.rmdir()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the folder against other commands in this block; a killed command leaves no lock.

    The folder is made if missing, and goes again if it is empty in the end.

    Raises:
        ValueError: if another command is at work in it; then nothing is touched.
        OSError: if it can't be made or written to.
    """
    from filelock import FileLock, Timeout

    path, made = folder / _LOCK, []
    try:
        _make(folder, made)
        lock = FileLock(path)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ValueError(
                f"{folder}: another command is at work in it; wait until it is done, or give "
                "another folder"
            ) from None
        try:
            yield
        finally:
            _unlock(lock, path)
    finally:
        _remove(made)


def _unlock(lock: "FileLock", path: Path) -> None:
    """Release a lock, and remove its file."""
    try:
        path.unlink()  # while it is held: who comes next makes a file of his own
    except OSError:  # Windows removes no file that is open, so afterwards nobody else's
        lock.release()
        with suppress(OSError):
            path.unlink()
    lock.release()


class Output:
    """The output folders of a command, one for each of its runs.

    Args:
        folders: of the runs.
        overwrite: whether results that are there already may be replaced.

    Raises:
        ValueError: if they may not, and there are some in every folder.
    """

    def __init__(self, folders: Sequence[Path], overwrite: bool):
        self.folders, self.overwrite = folders, overwrite
        self._check()

    def _check(self) -> None:
        if not self.overwrite and all(map(_has_results, self.folders)):
            raise ValueError(
                f"{', '.join(map(str, self.folders))}: results are there already; --overwrite "
                "replaces them, another --out keeps them"
            )
        under_way = any((folder / UNFINISHED).exists() for folder in self.folders)
        self._anew = self.overwrite and not under_way

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the folders in this block; raises as `locked`."""
        with ExitStack() as held:
            for folder in self.folders:
                held.enter_context(locked(folder))
                _settle(folder)
            self._check()
            yield

    def holds(self, folder: Path, run: RunIdentity) -> bool:
        """Whether one of the folders already has the results of this very run.

        Where all are to be overwritten that is only so once one of them has begun. Raises
        ValueError for results of another run that may not be overwritten.
        """
        if not _has_results(folder):
            return False
        record = folder / RECORD
        if record.is_file() and read_run(folder).summary.get("run") == run.digest():
            return not self._anew and not (folder / UNFINISHED).exists()
        if not self.overwrite:
            raise ValueError(
                f"{folder}: expected results of this run, got another's; --overwrite replaces "
                "them, another --out keeps them"
            )
        return False


def finish(
    folder: Path, run: RunIdentity, summary: dict[str, Any], every: int = 10
) -> dict[str, Any]:
    """Finish a run: what it stored and its record go to its folder, and `unfinished` goes.

    Args:
        folder: of the run, with the results in `unfinished/stored`.
        run: whose they are.
        summary: the last row of the record, before which come means over so many steps.
        every: those.

    Returns:
        The last row, in which the run is named.

    Raises:
        FloatingPointError: for a number that is not finite, before anything is moved.
    """
    unfinished, summary = folder / UNFINISHED, summary | {"run": run.digest()}
    rows = thin(read_records(unfinished / RECORD), every)
    try:
        lines = [json.dumps(row, allow_nan=False) + "\n" for row in [*rows, summary]]
    except ValueError:
        raise FloatingPointError(
            f"{folder}: expected results that are finite, got {summary}; nothing of it is kept as "
            f"a result, and {unfinished} stays as it is"
        ) from None
    (unfinished / STORED).mkdir(exist_ok=True)
    (unfinished / STORED / RECORD).write_text("".join(lines), "utf-8")
    unfinished.rename(folder / _FINISHED)  # killed before, the run goes on; after, it is finished
    _settle(folder)
    return summary


def _settle(folder: Path) -> None:
    """Move a finished run's results to their places, unless already done."""
    finished = folder / _FINISHED
    if (finished / STORED).is_dir():
        move_together(finished / STORED, folder)
        shutil.rmtree(finished)


def _has_results(folder: Path) -> bool:
    return any((folder / name).exists() for name in _RESULTS)
