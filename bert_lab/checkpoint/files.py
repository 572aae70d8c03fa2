"""Checkpoint files other than weights: written atomically, refused by name if damaged."""

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
    """Write a checkpoint's files by name, so that no reader sees a mixture of old and new.

    `folder` is made if missing; what else is in it stays.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".part-", dir=folder) as part:
        for name, content in files.items():
            (Path(part) / name).write_bytes(content)
        move_together(Path(part), folder)


def move_together(source: Path, folder: Path) -> None:
    """Move all files of a folder to another one, replacing older ones.

    The old `KEY` goes first and the new one comes last. If this is cut short, the same call
    finishes it; until then the folder holds no checkpoint.
    """
    names = [path.name for path in source.iterdir() if path.is_file()]
    if KEY in names:
        (folder / KEY).unlink(missing_ok=True)
    for name in sorted(names, key=KEY.__eq__):
        (source / name).replace(folder / name)


def write_atomically(path: Path, content: bytes) -> None:
    """Write to a temporary file, then rename: readers see the old file or the new one, whole."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def check_files(folder: Path, names: tuple[str, ...]) -> None:
    """Raise FileNotFoundError if one of a checkpoint's files is missing."""
    if missing := [name for name in names if not (folder / name).is_file()]:
        raise FileNotFoundError(
            f"{folder}: expected a checkpoint with {', '.join(names)}, missing {', '.join(missing)}"
        )


@contextmanager
def prefix_errors(path: Path) -> Iterator[None]:
    """Prefix every ValueError of this block with the file's name, once."""
    try:
        yield
    except ValueError as error:
        message = str(error)
        raise ValueError(
            message if message.startswith(f"{path}: ") else f"{path}: {message}"
        ) from error


def read_fields(path: Path) -> dict[str, Any]:
    """The fields of a `config.json`; ValueError if it isn't JSON or has none."""
    try:
        fields = json.loads(path.read_text("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"expected JSON ({error})") from error
    if not isinstance(fields, dict):
        raise ValueError(f"expected an object with fields, got {type(fields).__name__}")
    return fields


def read_tokenizer(path: Path) -> "Tokenizer":
    """The tokenizer of a `tokenizer.json`; ValueError if there is none."""
    from tokenizers import Tokenizer

    try:
        return Tokenizer.from_str(path.read_text("utf-8-sig"))
    except Exception as error:  # the library has no more special one
        raise ValueError(f"expected a file of the tokenizers library ({error})") from error
