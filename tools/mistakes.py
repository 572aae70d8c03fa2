"""Write a page of the workshop's known mistakes and the judge's answer to each.

python -m tools.mistakes   chapters/mistakes.md: the code, the sentence, where it was made
"""

from difflib import unified_diff
from itertools import groupby

from bert_lab.training_loop.command import call
from bert_lab.workshop.mistakes import Edits, edited, solved
from bert_lab.workshop.stage import STAGES, Stage
from bert_lab.workshop.texts import texts
from tests.helpers.workshop import sitting
from tests.lab.workshop.test_mistakes import ROWS
from tools.notebooks import ROOT

PAGE = ROOT / "chapters/mistakes.md"
HEAD = """(ch-mistakes)=
# Mistakes that the judge knows

Here are {number} mistakes in the nine stages of {{ref}}`the workshop <ch-workshop>`, and what the
judge says to each. A test checks every one of these sentences. Where there is a link, somebody made
the mistake in public. Finish your own code before you look: much of the code here is close to a
solution.
"""
Mistake = tuple[str, str, Edits]  # of which function or class, its key, and the edits


def mistakes(stage: Stage) -> list[Mistake]:
    """The known mistakes of a stage, one function or class after the other."""
    return [row for name in stage.names for row in ROWS if row[0] == name]


def source(stage: Stage, key: str) -> str:
    """A link to the issue or pull request with such a mistake, or ""."""
    own = stage.words["mistakes"].get(key)
    address = own.get("source", "") if own else texts("judge")["sources"].get(key, "")
    owner, _, rest = address.removeprefix("https://github.com/").partition("/")
    name, _, number = rest.partition("/")
    return f"[{owner}/{name} {number.rpartition('/')[2]}]({address})".strip() if address else ""


def code(name: str, edits: Edits) -> str:
    """The lines that differ from the solution, or else those that are missing."""
    wrong = edited(name, edits).splitlines()
    changes = [*unified_diff(solved().splitlines(), wrong, n=0, lineterm="")][2:]
    new, old = ([line[1:].strip() for line in changes if line[0] == sign] for sign in "+-")
    new = [line for line in new if line not in ("", "pass")]
    lines = [f"`{line}`" for line in new] or [f"without `{line}`" for line in old]
    return _cell("<br>".join(lines))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def row(stage: Stage, mistake: Mistake) -> str:
    """A table row: the code, the judge's sentence with the first place that differs, a source."""
    name, key, edits = mistake
    verdict = sitting(edited(name, edits)).verdict(name)
    said = _cell(" ".join(filter(None, (verdict.sentence, verdict.place))))
    return f"| {code(name, edits)} | {said} {source(stage, key)} |".replace("  |", " |")


def page() -> str:
    """The page: all nine stages, with a table for each function or class."""
    parts = [HEAD.format(number=len(ROWS))]
    for stage in STAGES:
        known = mistakes(stage)
        parts += [f"\n## {stage.number}. {stage.title}: {len(known)} mistakes"]
        for name, ones in groupby(known, key=lambda one: one[0]):
            parts += [f"\n| in `{name}` | the judge says |", "|---|---|"]
            parts += [row(stage, one) for one in ones]
    return "\n".join(parts) + "\n"


def main() -> None:
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    call(main)
