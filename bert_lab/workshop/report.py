"""The terminal's report: lamps, a line for each stage, the first mistake in each."""

from bert_lab.workshop.process import Judged
from bert_lab.workshop.progress import lamps
from bert_lab.workshop.results import Verdict
from bert_lab.workshop.stage import STAGES, Stage
from bert_lab.workshop.texts import say, wrap


def full_report(judged: Judged) -> str:
    """The full report on a file."""
    if judged.problem:
        return f"{judged.path.name}\n{_indented(judged.problem)}"
    lit = judged.lamps
    lines = [say("summary", file=judged.path.name, lamps=lamps(lit), number=sum(lit)), ""]
    for stage in STAGES:
        state = say(f"word-{judged.state(stage.number)}")
        lines.append(f"{stage.number}. {stage.title}: {state}")
        details = [
            line
            for verdict in judged.verdicts_of(stage.number)
            for line in _details(verdict, stage)
        ]
        lines += [*map(_indented, details), ""] if details else []
    lines += ["", *_ahead(lit)]
    return "\n".join(lines).replace("\n\n\n", "\n\n")


def _details(verdict: Verdict, stage: Stage) -> list[str]:
    """All lines of a wrong verdict; of a right one only its notes, with its name."""
    if verdict.state != "wrong":
        return [say("noted", name=verdict.name, note=note) for note in verdict.notes]
    first, *others = verdict.lines()
    return others if len(stage.names) == 1 else [first, *others]


def _ahead(lit: list[bool]) -> list[str]:
    """What to do next: the first open stage after the last right one, and open ones before it."""
    dark = [number for number, on in enumerate(lit, start=1) if not on]
    if not dark:
        return [say("all-done")]
    reached = max((number for number, on in enumerate(lit, start=1) if on), default=0)
    number = next((number for number in dark if number > reached), dark[0])
    lines = [say("next", number=number)]
    before = ", ".join(map(str, dark[: dark.index(number)]))
    return [*lines, say("still-open", numbers=before)] if before else lines


def _indented(text: str) -> str:
    return wrap(text, 96, "   ")


def line(judged: Judged, stage: Stage) -> str:
    """One stage of one file as a tab-separated line: file, stage, state, the first mistake."""
    wrong = [v for v in judged.verdicts_of(stage.number) if v.state == "wrong"]
    first = f"{wrong[0].name}: {wrong[0].sentence}" if wrong else judged.problem
    state = say(f"word-{judged.state(stage.number)}")
    return "\t".join((str(judged.path), str(stage.number), state, first)).rstrip()


def report(judged: list[Judged]) -> str:
    """A line for each stage, for teachers."""
    return "\n".join(line(one, stage) for one in judged for stage in STAGES)


def task(stage: Stage) -> str:
    """The task of a stage, and its blanks."""
    from bert_lab.workshop.skeleton import blank

    title = say("task", number=stage.number, title=stage.title, minutes=stage.minutes)
    return f"{title}\n\n{stage.words['task'].strip()}\n\n{blank(stage)}"
