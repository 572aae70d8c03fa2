"""The record of a run as JSON Lines: a line per step while it runs, means at the end."""

import json
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bert_core.pretraining import Record
from bert_lab.checkpoint import write_atomically
from bert_lab.training_loop.command import ended_by
from bert_lab.training_loop.steps import Steps

RECORD = "record.jsonl"


def write_records(records: Iterable[Record], path: Path, start: int = 0) -> Iterator[Record]:
    """Pass the records on, writing each first; line i is step i.

    Where a run goes on at step `start`, older lines from there on, of steps that are now taken
    again, give way.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_bytes().splitlines(keepends=True) if path.is_file() else []
    write_atomically(path, b"".join(lines[:start]))
    with path.open("a", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(numbers(record), allow_nan=False) + "\n")
            file.flush()
            yield record


def read_records(path: Path) -> list[Record]:
    """The records of such a file."""
    return [Record(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def follow(steps: Steps, path: Path, num_train_steps: int) -> None:
    """Take all steps, their records written to `path`, under a progress bar.

    A signal to end stops the run after its step, with its state stored; a second one at once, but
    not within a second: a terminal or a notebook that closes sends several.
    """
    from tqdm import tqdm

    def stop(number, frame):
        if steps.stopped and time.monotonic() > steps.stopped + 1:
            raise KeyboardInterrupt
        steps.stopped = steps.stopped or time.monotonic()

    records = write_records(steps, path, steps.start)
    bar = {"initial": steps.start, "total": num_train_steps, "unit": "step"}
    with ended_by(stop), tqdm(records, **bar, mininterval=0.5) as progress:
        for record in progress:
            losses = {name: x for name, x in numbers(record).items() if name.endswith("loss")}
            progress.set_postfix({name: f"{x:.2f}" for name, x in losses.items()}, refresh=False)
    if steps.stopped:  # also by a signal that came after the last step
        raise KeyboardInterrupt


class Run(NamedTuple):
    """A finished run: its curve as rows of `thin`, and its summary, with "lines" for comparison."""

    curve: list[dict[str, float]]
    summary: dict[str, Any]


def read_run(folder: str | os.PathLike) -> Run:
    """The record of a run of `python -m bert_lab.pretraining --output_dir FOLDER`.

    Raises FileNotFoundError where there is none. See `ch-pretraining`.
    """
    text = (Path(folder) / RECORD).read_text("utf-8")
    *curve, summary = map(json.loads, text.splitlines())
    return Run(curve, summary)


def numbers(record: Record) -> dict[str, float]:
    """A record's numbers by name, without those that its training doesn't have."""
    return {name: x for name, x in record._asdict().items() if x is not None}


def thin(records: list[Record], every: int = 10) -> list[dict[str, float]]:
    """Means over `every` steps, each named by its last step: a small, smooth curve."""
    rows = []
    for start in range(0, len(records), every):
        part = records[start : start + every]
        means = {
            name: round(sum(numbers(record)[name] for record in part) / len(part), 6)
            for name in numbers(part[0])
        }
        rows.append(means | {"step": part[-1].step + 1})
    return rows
