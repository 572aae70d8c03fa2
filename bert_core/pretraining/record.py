"""The record of a run as JSON Lines: a line a step while it runs, means over steps at its end."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bert_core.checkpoint import write_atomically
from bert_core.pretraining.loop import Record

RECORD = "record.jsonl"


def write_records(records: Iterable[Record], path: Path) -> Iterator[Record]:
    """Pass the records on, each once it is written; line i is step i.

    Where a run goes on, lines from its first step on, written by steps that are now taken again,
    give way to new ones. Raises ValueError if lines before that step are missing.
    """
    file = None
    try:
        for record in records:
            if file is None:
                _cut(path, record.step)
                file = path.open("a", encoding="utf-8")
            file.write(json.dumps(record._asdict()) + "\n")
            file.flush()
            yield record
    finally:
        if file is not None:
            file.close()


def read_records(path: Path) -> list[Record]:
    """The records of such a file."""
    return [Record(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


class Run(NamedTuple):
    """A finished run: its curve as rows of `thin`, and its summary, with "lines" to hold it to."""

    curve: list[dict[str, float]]
    summary: dict[str, Any]


def read_run(folder: str | os.PathLike) -> Run:
    """The record that `python -m bert_core.pretraining --output_dir FOLDER` left behind.

    Raises FileNotFoundError where there is none. Chapter 7.
    """
    text = (Path(folder) / RECORD).read_text("utf-8")
    *curve, summary = map(json.loads, text.splitlines())
    return Run(curve, summary)


def thin(records: list[Record], every: int = 10) -> list[dict[str, float]]:
    """Means over `every` steps, named by the last of them: a curve that is small and calm."""
    rows = []
    for start in range(0, len(records), every):
        part = records[start : start + every]
        means = {
            name: round(sum(column) / len(part), 6)
            for name, column in zip(Record._fields, zip(*part, strict=True), strict=True)
        }
        rows.append(means | {"step": part[-1].step + 1})
    return rows


def _cut(path, num_lines):
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if len(lines) < num_lines:
        raise ValueError(
            f"{path}: expected lines of the {num_lines} steps already taken, got {len(lines)}"
        )
    write_atomically(path, b"".join(lines[:num_lines]))
