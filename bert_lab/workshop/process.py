"""A file is judged in a process of its own, with a time limit and a scratch folder."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bert_lab.workshop.results import Verdict
from bert_lab.workshop.stage import STAGES, stage_of
from bert_lab.workshop.texts import say
from bert_lab.workshop.worker import SECONDS, STACK


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
    judged, ended = Judged(path, problem=unread(path)), list[Verdict]()
    while not judged.problem:
        with TemporaryDirectory() as scratch:
            begun = _judge_once(judged, [verdict.name for verdict in ended], Path(scratch))
            if begun is None:
                break
            key, fields = _why(path, Path(scratch))
        if not begun:
            judged.problem = say(key, **fields)
            break
        sentence = say(key, **fields)
        ended.append(Verdict(stage_of(begun).number, begun, "wrong", key=key, sentence=sentence))
    order = [name for stage in STAGES for name in stage.names]
    latest = {verdict.name: verdict for verdict in [*judged.verdicts, *ended]}
    judged.verdicts = [latest[name] for name in order if name in latest]
    return judged


def _judge_once(judged: Judged, left_out: list[str], scratch: Path) -> str | None:
    """Run one process; returns what it was judging when it ended early, None if it finished."""
    said = scratch / "said.jsonl"
    said.touch()
    child = "bert_lab.workshop.worker"  # -P: nothing in the current folder is taken for a library
    subprocess.run(
        [sys.executable, "-P", "-m", child, str(judged.path.resolve()), str(scratch), *left_out],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=scratch,
        check=False,
    )
    begun = ""
    for line in said.read_text("utf-8").splitlines():
        record = json.loads(line)
        begun = record.get("begins", begun)
        judged.problem = record.get("problem", judged.problem)
        if "verdict" in record:
            judged.verdicts.append(Verdict(**record["verdict"]))
        if "done" in record:
            return None
    return begun


def _why(path: Path, scratch: Path) -> tuple[str, dict[str, object]]:
    """The message about a process that ended early: out of time, with its line, or otherwise."""
    stack = (scratch / STACK).read_text("utf-8") if (scratch / STACK).exists() else ""
    if "Timeout" not in stack:
        return "died", {}
    if found := re.search(rf'File "{re.escape(str(path.resolve()))}", line (\d+)', stack):
        line = int(found[1])
        code = path.read_text("utf-8", errors="replace").splitlines()[line - 1].strip()
        return "endless", {"seconds": SECONDS, "line": line, "code": code}
    return "hung", {}
