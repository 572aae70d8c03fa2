"""The process that runs a file's code: whatever happens there, the judge survives.

`python -m bert_lab.workshop.worker FILE [NAME ...]` prints a line of JSON before each thing that it
judges, one with the verdict after it, and at the end one that says so. The names are left out: they
ended an earlier process.
"""

import io
import json
import os
import sys
import tokenize
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import torch

from bert_lab.workshop.judging import Grader
from bert_lab.workshop.results import Verdict, Wrong
from bert_lab.workshop.sandbox import SECONDS, OutOfTime, error_line, limited, own_line
from bert_lab.workshop.stage import STAGES, stage_of

SHARE = 0.75  # of the machine's memory; who asks for more is told so, and nobody else suffers


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
        with limited(SECONDS):
            exec(code, vars(module))
    except SyntaxError as error:
        raise _unreadable(error, source) from None
    except OutOfTime as error:
        raise Wrong("endless", seconds=int(SECONDS), **own_line(error, name)) from None
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
    path, left_out = Path(argv[0]), argv[1:]
    _limit_memory()
    torch.set_num_threads(1)  # all is small, and waiting threads take more than they bring
    for stage in STAGES:  # before anything of the reader's
        for name in stage.names:
            stage.check(name)
            stage.solution(name)
    # It may import what stands beside it, and that is last: a neighbour called `queue.py` is none
    # of PyTorch's, which imports much only when it is needed.
    sys.path.append(str(path.resolve().parent))
    voice = os.dup(1)
    out = os.fdopen(voice, "w", encoding="utf-8")
    if hasattr(os, "register_at_fork"):  # what the reader's code starts has no say
        os.register_at_fork(after_in_child=lambda: os.close(voice))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing else may print there

    def tell(**record: object) -> None:
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


def _limit_memory() -> None:
    """Let out-of-memory code get a MemoryError, on systems with such a limit."""
    try:
        import resource

        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        wanted = int(SHARE * pages * size)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted if most < 0 else min(wanted, most), most))
    except (ImportError, ValueError, OSError):
        pass  # the machine's own limit is left


if __name__ == "__main__":
    main(sys.argv[1:])
