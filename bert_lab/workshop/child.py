"""The process in which a file is judged: whatever happens there, the judge lives on.

`python -m bert_lab.workshop.child FILE [NAME ...]` prints a line of JSON before each thing that it
judges, and one with the verdict after it. The names are left out: they ended an earlier process.
"""

import importlib.util
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

from bert_lab.workshop.findings import Verdict, Wrong
from bert_lab.workshop.guard import SECONDS, OutOfTime, limited, own_line, told
from bert_lab.workshop.judging import Sitting
from bert_lab.workshop.stage import STAGES, stage_of


def load(path: Path) -> ModuleType:
    """The module of a file.

    Raises:
        Wrong: if Python can't read it, or if it stops while it is loaded.
    """
    name = f"workshop_{path.stem}"  # the file may be called `random.py`
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Wrong("no-python", file=path.name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with limited(SECONDS):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        code = (error.text or "").strip()
        raise Wrong("syntax", line=error.lineno, error=error.msg, code=code) from None
    except OutOfTime as error:
        raise Wrong("endless", seconds=int(SECONDS), **own_line(error, name)) from None
    except (Exception, SystemExit) as error:
        raise Wrong("import", error=told(error), **own_line(error, name)) from None
    return module


def main(argv: list[str]) -> None:
    path, left_out = Path(argv[0]), argv[1:]
    sys.path.insert(0, str(path.resolve().parent))  # it may import what stands beside it
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing else may print there

    def tell(**record: object) -> None:
        print(json.dumps(record), file=out, flush=True)

    try:
        tell(begins="")
        module = load(path)
    except Wrong as wrong:
        tell(problem=str(wrong))
        return
    sitting = Sitting(vars(module), module.__name__)
    for name in left_out:
        sitting.verdicts[name] = Verdict(stage_of(name).number, name, "wrong")
    for stage in STAGES:
        for name in stage.names:
            if name not in left_out:
                tell(begins=name)
                tell(verdict=asdict(sitting.verdict(name)))


if __name__ == "__main__":
    main(sys.argv[1:])
