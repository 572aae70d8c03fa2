"""Sentences from Python's documentation, each with the area of the library that it speaks of."""

from importlib import resources
from pathlib import Path
from typing import NamedTuple

FILE = Path(str(resources.files("bert_lab") / "assets" / "docstrings" / "texts.tsv"))
AREAS = ("storage", "internet", "concurrency", "screens")


class Docstring(NamedTuple):
    """A labelled text: `label` counts in `AREAS`; `source` says where it is from."""

    text: str
    label: int
    source: str


def docstrings(part: str) -> list[Docstring]:
    """Sentences from Python's documentation, and which of four areas each speaks of.

    Storage (files, archives, databases), internet, concurrency (threads, processes, tasks) or
    screens (windows, terminals, drawing): the area of the module that the docstring belongs to.
    No text names its area. In each part the four take turns, so the first 8, 16 or 32 are balanced.

    Args:
        part: "train" (512 texts), "valid" (160) or "test" (400); no text is in two of them.

    Returns:
        That part, always in the same order.

    Raises:
        ValueError: for another part.

    Source: docstrings of Python 3.11.7 (PSF licence, see `NOTICES.md`); each row names its
    module and its function or class. See `ch-finetuning`.
    """
    rows = [line.split("\t") for line in FILE.read_text("utf-8").splitlines()[1:]]
    found = [
        Docstring(text, AREAS.index(label), source) for p, label, source, text in rows if p == part
    ]
    if not found:
        raise ValueError(f"part: expected train, valid or test, got {part!r}")
    return found
