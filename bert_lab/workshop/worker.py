"""The process that runs a file's code: whatever happens there, the judge survives.

`python -m bert_lab.workshop.worker FILE SCRATCH [NAME ...]` writes into the folder SCRATCH a line
of JSON before each thing that it judges, one with the verdict after it, and at the end one that
says so. Python itself ends the process if one thing takes too long, and writes down where it was.
The names are left out: they ended an earlier process.
"""

import faulthandler
import io
import json
import os
import sys
import tokenize
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import torch
from torch import nn

from bert_lab.workshop.judging import Grader
from bert_lab.workshop.results import Verdict, Wrong
from bert_lab.workshop.stage import STAGES, stage_of
from bert_lab.workshop.submission import error_line, own_line

SECONDS = 40  # for one function or class: what the judge asks takes two, on a busy machine ten
STACK = "stack.txt"


def load(path: Path) -> ModuleType:
    """The module of a file.

    Raises:
        Wrong: if Python can't read it, or if it stops while it is loaded.
    """
    name = f"workshop_{path.stem}"  # the file may be called `random.py`
    if path.suffix != ".py":
        raise Wrong("no-python", file=path.name)
    source = _source(path)
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    try:
        # not by an importer, which may take what it compiled in the same second for today's
        code = compile(source, path, "exec", dont_inherit=True)
        exec(code, vars(module))
    except SyntaxError as error:
        raise _unreadable(error, source) from None
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        raise Wrong("import", error=error_line(error), **own_line(error, name)) from None
    return module


def _source(path: Path) -> str:
    """The text of a file as Python would read it, with any line ends, BOM and stated encoding."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise Wrong("unreadable", error=error_line(error)) from None
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        source = io.TextIOWrapper(io.BytesIO(raw), encoding).read()
    except (SyntaxError, UnicodeDecodeError):
        raise Wrong("not-utf8", file=path.name, line=_first_line(raw)) from None
    if "\0" in source:  # as in UTF-16 without its mark
        line = source.count("\n", 0, source.index("\0")) + 1
        raise Wrong("not-utf8", file=path.name, line=line)
    return source


def _first_line(raw: bytes) -> int:
    """The number of the first line that isn't UTF-8."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return raw.count(b"\n", 0, error.start) + 1
    return 1  # it is UTF-8, and says that it is something else


def _unreadable(error: SyntaxError, source: str) -> Wrong:
    lines = source.splitlines()
    line = min(error.lineno or 1, max(1, len(lines)))
    code = lines[line - 1].strip() if lines else ""
    return Wrong("syntax", line=line, error=error.msg, code=code)


def main(argv: list[str]) -> None:
    path, scratch, left_out = Path(argv[0]), Path(argv[1]), argv[2:]
    torch.set_num_threads(1)  # all is small, and waiting threads take more than they bring
    _import_all()
    # It may import what stands beside it, and that is last: a neighbour called `queue.py` is none
    # of PyTorch's, which imports much only when it is needed.
    sys.path.append(str(path.parent))
    with (scratch / STACK).open("w") as stack, (scratch / "said.jsonl").open("a") as out:

        def tell(**record: object) -> None:
            faulthandler.dump_traceback_later(SECONDS, exit=True, file=stack)
            print(json.dumps(record, allow_nan=False), file=out, flush=True)

        tell(begins="")
        try:
            module = load(path)
        except Wrong as wrong:
            tell(problem=str(wrong))
        else:
            sitting = Grader(vars(module), module.__name__)
            for name in left_out:
                sitting.verdicts[name] = Verdict(stage_of(name).number, name, "wrong")
            for name in (name for stage in STAGES for name in stage.names if name not in left_out):
                tell(begins=name)
                tell(verdict=asdict(sitting.verdict(name)))
        tell(done=True)


def _import_all() -> None:
    """What loads late otherwise, and would count as time of the reader's code."""
    for stage in STAGES:
        for name in stage.names:
            stage.looks(name)
            stage.solution(name)
    torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=1.0).zero_grad()  # loads half of PyTorch


if __name__ == "__main__":
    main(sys.argv[1:])
    os._exit(0)  # threads that never end don't keep it
