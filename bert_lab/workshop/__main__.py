"""Write BERT yourself in nine stages, and have it judged.

Begin with `my_bert.py --skeleton`, fill in the first stage, and run this on the file; with
`--watch` it is judged each time you save it. Nine lamps say how far you are. Every stage is judged
for itself: what an earlier one lacks is lent.
"""

import io
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bert_lab.training_loop.command import Command, call
from bert_lab.workshop import report
from bert_lab.workshop.process import judge_file, unread
from bert_lab.workshop.progress import open_hint
from bert_lab.workshop.skeleton import whole_file
from bert_lab.workshop.stage import STAGES
from bert_lab.workshop.texts import LANGUAGE, languages, say


def build_parser() -> Command:
    parser = Command("bert_lab.workshop", __doc__)
    add = parser.add_argument
    add("files", metavar="FILE", nargs="+", type=Path, help="what you write, such as my_bert.py")
    add("--language", choices=languages(), help="of the judge; English without")
    does = parser.add_mutually_exclusive_group()
    add = does.add_argument
    add("--skeleton", action="store_true", help="make FILE, with all signatures and no code")
    add("--task", metavar="STAGE", type=int, help="print what is to be written in this stage")
    add("--hint", metavar="STAGE", type=int, help="open one more hint of this stage, of three")
    add("--watch", action="store_true", help="judge at each save, until Ctrl-C")
    add("--report", action="store_true", help="one line a stage, of any number of files")
    return parser


def saves(path: Path, pause: float = 0.5) -> Iterator[None]:
    """Yields now, and each time that the file has been saved, endlessly."""
    seen = 0
    while True:
        found = path.stat().st_mtime_ns if path.exists() else seen  # editors replace it
        if found != seen:
            seen = found
            yield
        time.sleep(pause)


def _write_skeleton(path: Path) -> str:
    with path.open("x", encoding="utf-8") as file:
        file.write(whole_file(blanks=True))
    return say("skeleton-written", file=path)


def _check(options, path: Path) -> None:
    """Raise ValueError or FileNotFoundError for arguments that make no sense."""
    number = options.task if options.task is not None else options.hint
    if number is not None and not 1 <= number <= len(STAGES):
        raise ValueError(f"expected a stage from 1 to {len(STAGES)}, got {number}")
    if len(options.files) > 1 and not options.report:
        raise ValueError(f"expected one file, got {len(options.files)}; --report takes several")
    if options.skeleton and path.exists():
        raise ValueError(f"{path} exists already, and is not overwritten; give another name")
    if not options.skeleton and options.task is None and all(map(unread, options.files)):
        raise FileNotFoundError(f"{path}: {unread(path)}")


def main(argv: list[str] | None = None) -> None:
    parser = build_parser()
    options = parser.parse_args(sys.argv[1:] if argv is None else argv)
    path = options.files[0]
    if options.language:
        os.environ[LANGUAGE] = options.language  # the process that judges has it, too
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every console has lamps
    with parser.mistakes():
        _check(options, path)
        if options.skeleton:
            print(_write_skeleton(path))
            return
        if options.hint is not None:
            print(_hints(path, options.hint))
            return
    if options.task is not None:
        print(report.task(STAGES[options.task - 1]))
    elif options.watch:
        _watch(path)
    elif options.report:
        print(report.report([judge_file(file) for file in options.files]))
    else:
        print(report.full_report(judge_file(path)))


def _hints(path: Path, number: int) -> str:
    stage = STAGES[number - 1]
    hints = open_hint(path, stage)
    numbered = [f"{number}. {hint}" for number, hint in enumerate(hints, start=1)]
    if len(hints) == len(stage.words["hints"]):
        numbered.append(say("hints-all"))
    return "\n\n".join(numbered)


def _watch(path: Path) -> None:
    try:
        for _ in saves(path):
            print(f"\n{report.full_report(judge_file(path))}\n\n{say('watching')}", flush=True)
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    call(main)
