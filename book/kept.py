"""Cached files of a build: written atomically, and made again if they can't be read.

A build may be stopped at any moment, and two may write at once. A name says what a file was made
of; nothing says that all of it arrived.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Found = TypeVar("Found")


def write_whole(path: Path, content: bytes) -> None:
    """Write the file atomically, and create its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    number, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(number, "wb") as part:
            part.write(content)
        Path(name).chmod(0o644)  # as others are, whom a web server may read
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink()
        raise


def kept(path: Path, make: Callable[[], bytes], read: Callable[[bytes], Found]) -> Found:
    """What `read` makes of the file, which is written anew if it is missing or invalid.

    Args:
        path: of the file.
        make: its content.
        read: raises ValueError, TypeError or LookupError for what isn't its content.
    """
    with suppress(FileNotFoundError, ValueError, TypeError, LookupError):
        return read(path.read_bytes())
    content = make()
    found = read(content)
    write_whole(path, content)
    return found
