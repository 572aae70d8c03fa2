"""Types of command-line options: a bad value is reported in one line, at once.

A shell expands `~` only where a word begins, not in `--out=~/run`: so it is done here.
"""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

MOST = 2**31 - 1  # of what is counted; sizes of tensors and files stay far below
LAST_SEED = 2**32 - 1  # PyTorch's CPU generator reads no more of a seed


def integer(least: int = 1, most: int = MOST) -> Callable[[str], int]:
    """An option's `type`: a whole number in this range."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(
                f"expected a whole number, got {_short(text)!r}"
            ) from None
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"expected {least} to {most}, got {_short(text)}")
        return number

    return read


def seed(text: str) -> int:
    """An option's `type`: a seed that PyTorch takes."""
    return integer(0, LAST_SEED)(text)


def nonempty(text: str) -> str:
    """An option's `type`: a name; an empty one would mean the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("expected a name, got an empty one")
    return text


def portable(text: str) -> str:
    """An option's `type`: a name that every library can open."""
    try:
        nonempty(text).encode()
    except UnicodeEncodeError:
        shown = text.encode("utf-8", "surrogateescape")
        raise argparse.ArgumentTypeError(
            f"expected a name in UTF-8, got {shown!r}; give it another name"
        ) from None
    return os.path.expanduser(text)


def new_folder_name(text: str) -> Path:
    """An option's `type`: a folder that exists or can be made."""
    path = Path(portable(text))
    for place in (path, *path.parents):
        if place.exists() and not place.is_dir():
            raise argparse.ArgumentTypeError(f"expected a folder, got the file {place}")
    return path


def _short(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:20]}... ({len(text)} letters)"
