"""A file is judged in a process of its own, which is killed if it hangs."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from bert_lab.workshop.results import Verdict
from bert_lab.workshop.stage import STAGES, stage_of
from bert_lab.workshop.texts import say

START = 300.0  # seconds until PyTorch is loaded, on a busy machine
PATIENCE = 90.0  # seconds without a word; the process ends most of what never ends after 20


@dataclass
class Judged:
    """The result for a file: all verdicts in order, or a `problem` that kept it from being read.

    `lamps`: for each stage whether all of it is right.
    """

    path: Path
    verdicts: list[Verdict] = field(default_factory=list)
    problem: str = ""

    @property
    def lamps(self) -> list[bool]:
        return [self.state(stage.number) == "right" for stage in STAGES]

    def verdicts_of(self, number: int) -> list[Verdict]:
        """The verdicts on a stage."""
        return [verdict for verdict in self.verdicts if verdict.stage == number]

    def state(self, number: int) -> str:
        """ "right" if all of a stage is, "blank" if nothing is written, else "wrong"."""
        states = {verdict.state for verdict in self.verdicts_of(number)}
        return states.pop() if len(states) == 1 else "wrong" if states else "blank"


def unread(path: Path) -> str:
    """Why a file can't be judged: it doesn't exist, or is a folder; "" otherwise."""
    if path.is_dir():
        return say("folder", file=path)
    return "" if path.is_file() else say("no-file")


def judge_file(path: Path) -> Judged:
    """Judge all nine stages of a file, whatever its code does."""
    judged, ended = Judged(path, problem=unread(path)), []
    while not judged.problem:
        begun, why = _judge_once(judged, ended)
        if begun is None:
            break
        if not begun:
            judged.problem = say(why)
            break
        ended.append(begun)
        stage = stage_of(begun).number
        judged.verdicts.append(Verdict(stage, begun, "wrong", key=why, sentence=say(why)))
    order = [name for stage in STAGES for name in stage.names]
    latest = {verdict.name: verdict for verdict in judged.verdicts}
    judged.verdicts = [latest[name] for name in order if name in latest]
    return judged


def _judge_once(judged: Judged, left_out: list[str]) -> tuple[str | None, str]:
    """Run one process; returns what it was judging when it died early, None if it finished."""
    child = "bert_lab.workshop.worker"  # -P: nothing in the current folder is taken for a library
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", child, str(judged.path), *left_out],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
        start_new_session=True,  # a group of its own, so that all that it starts can be ended
    )
    lines: queue.Queue[str] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process.stdout, lines), daemon=True)
    reader.start()
    try:
        return _listen(lines, judged)
    finally:
        _end(process)


def _listen(lines: queue.Queue[str], judged: Judged) -> tuple[str | None, str]:
    """Record its messages up to the final one; its exit code doesn't matter."""
    begun, patience = "", START
    while True:
        try:
            line = lines.get(timeout=patience)
        except queue.Empty:
            return begun, "hung"
        if not line:
            return begun, "died"
        record, patience = json.loads(line), PATIENCE
        if "done" in record:
            return None, ""
        begun = _heard(record, judged) or begun


def _heard(record: dict[str, Any], judged: Judged) -> str:
    """Record a message; returns the name of the object that it begins, if it does."""
    judged.problem = record.get("problem", judged.problem)
    if "verdict" in record:
        judged.verdicts.append(Verdict(**record["verdict"]))
    return record.get("begins", "")


def _read(stream: IO[str], lines: queue.Queue[str]) -> None:
    with stream:
        for line in stream:
            lines.put(line)
    lines.put("")


def _end(process: subprocess.Popen) -> None:
    """Kill the process and everything it started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):  # it has ended already
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
