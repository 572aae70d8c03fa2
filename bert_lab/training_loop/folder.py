"""Where a run works and where its results stay; what a command did not make is never touched."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from bert_lab.checkpoint.files import move_together
from bert_lab.training_loop.identity import RunIdentity
from bert_lab.training_loop.record import RECORD, read_records, read_run, thin

UNFINISHED, STORED = "unfinished", "stored"  # a run's work, and in it what will stay
_FINISHED = "finished"  # the same once it is done, for the moment in which it is moved
_RESULTS = (RECORD, "config.json", "model.safetensors", "tokenizer.json")


@contextmanager
def new_folder(folder: Path, *own: str) -> Iterator[None]:
    """Make a folder that can be written to; after an error in the block what was made goes again.

    Args:
        folder: it, and parents that are missing.
        own: names of what the block may make in it.

    All else stays, and with it the folders that it is in: others may have begun to use them.

    Raises:
        OSError: if it can't be made or written to.
    """
    made = []
    new = [folder / name for name in own if not (folder / name).exists()]
    try:
        for path in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
            with suppress(FileExistsError):  # another command was faster
                path.mkdir()
                made.append(path)
        with tempfile.TemporaryFile(dir=folder):
            pass
        yield
    except BaseException:
        for path in new:
            shutil.rmtree(path, ignore_errors=True)
        with suppress(OSError):  # no longer empty
            for path in reversed(made):
                path.rmdir()
        raise


class Output:
    """The folders that a command fills, one for each of its runs.

    Args:
        folders: of the runs.
        overwrite: whether results that are there already may be replaced.

    Raises:
        ValueError: if they may not, and there are some in every folder.
    """

    def __init__(self, folders: Sequence[Path], overwrite: bool):
        for folder in folders:
            _settle(folder)
        if not overwrite and all(map(_has_results, folders)):
            raise ValueError(
                f"{', '.join(map(str, folders))}: results are there already; --overwrite replaces "
                "them, another --out keeps them"
            )
        under_way = any((folder / UNFINISHED).exists() for folder in folders)
        self.overwrite, self._anew = overwrite, overwrite and not under_way

    def holds(self, folder: Path, run: RunIdentity) -> bool:
        """Whether this very run is finished in one of the folders, so that it need not be again.

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


def conclude(
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
    """
    unfinished, summary = folder / UNFINISHED, summary | {"run": run.digest()}
    rows = thin(read_records(unfinished / RECORD), every)
    lines = [json.dumps(row) + "\n" for row in [*rows, summary]]
    (unfinished / STORED).mkdir(exist_ok=True)
    (unfinished / STORED / RECORD).write_text("".join(lines), "utf-8")
    unfinished.rename(folder / _FINISHED)  # killed before, the run goes on; after, it is finished
    _settle(folder)
    return summary


def _settle(folder: Path) -> None:
    """Move the results of a finished run to their places, unless that is done."""
    finished = folder / _FINISHED
    if (finished / STORED).is_dir():
        move_together(finished / STORED, folder)
        shutil.rmtree(finished)


def _has_results(folder: Path) -> bool:
    return any((folder / name).exists() for name in _RESULTS)
