"""A checkpoint's files, but for the weights: written whole, and refused by name if damaged."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tokenizers import Tokenizer


KEY = "config.json"  # every reader begins with it: without it a folder holds no checkpoint


def write_together(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files of a checkpoint, by their names; no reader ever has some old and some new.

    `folder` is made if missing; what else is in it stays.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".part-", dir=folder) as part:
        for name, content in files.items():
            (Path(part) / name).write_bytes(content)
        move_together(Path(part), folder)


def move_together(source: Path, folder: Path) -> None:
    """Move all files of one folder to another, in place of older ones.

    The old `KEY` goes first and the new one comes last. If this is cut short, the same call
    finishes it; until then the folder holds no checkpoint.
    """
    names = [path.name for path in source.iterdir() if path.is_file()]
    if KEY in names:
        (folder / KEY).unlink(missing_ok=True)
    for name in sorted(names, key=KEY.__eq__):
        (source / name).replace(folder / name)


@contextmanager
def steady(folder: Path) -> Iterator[None]:
    """What is read in this block is one checkpoint: ValueError if it was replaced meanwhile."""
    before = _seen(folder / KEY)
    try:
        yield
    finally:
        if _seen(folder / KEY) != before:
            raise ValueError(f"{folder}: written anew while it was read; read it again")


def _seen(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside the target, then rename: a reader sees the old file or the new one, whole."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def check_files(folder: Path, names: tuple[str, ...]) -> None:
    """Raise FileNotFoundError where one of the files that make a checkpoint is missing."""
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        raise FileNotFoundError(
            f"{folder}: expected a checkpoint with {', '.join(names)}, missing {', '.join(missing)}"
        )


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the file's name in front of every ValueError within this block."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def read_fields(path: Path) -> dict[str, Any]:
    """The fields of a `config.json`; ValueError if it is no JSON or has none."""
    try:
        fields = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected JSON ({error})") from error
    if not isinstance(fields, dict):
        raise ValueError(f"expected an object with fields, got {type(fields).__name__}")
    return fields


def read_tokenizer(path: Path) -> "Tokenizer":
    """The tokenizer of a `tokenizer.json`; ValueError if there is none in it."""
    from tokenizers import Tokenizer

    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # the library has no more special one
        raise ValueError(f"expected a file of the tokenizers library ({error})") from error
