"""Write a page of the workshop's known mistakes and the judge's answer to each.

python -m tools.mistakes          chapters/mistakes.md: the code, the sentence, where it was made
python -m tools.mistakes --count  print how many there are in each stage
"""

import sys
from difflib import unified_diff
from importlib import import_module
from itertools import groupby
from typing import Any

from bert_lab.training_loop.command import call
from bert_lab.workshop.stage import STAGES, Stage
from bert_lab.workshop.texts import texts
from tests.helpers.workshop import SOLVED, edited, sitting
from tools.notebooks import ROOT

PAGE = ROOT / "chapters/mistakes.md"
HEAD = """(ch-mistakes)=
# Mistakes that the judge knows

Here are {number} mistakes in the nine stages of {{ref}}`the workshop <ch-workshop>`, and what the
judge says to each. A test checks every one of these sentences. Where there is a link, somebody made
the mistake in public. Finish your own code before you look: much of the code here is close to a
solution.
"""


def mistakes(stage: Stage) -> list[Any]:
    """The known mistakes of a stage, in test order."""
    return import_module(f"tests.lab.workshop.stages.test_{stage.key}").MISTAKES


def source(stage: Stage, key: str) -> str:
    """A link to the issue or pull request with such a mistake, or ""."""
    own = stage.words["mistakes"].get(key)
    address = own.get("source", "") if own else texts("judge")["sources"].get(key, "")
    owner, _, rest = address.removeprefix("https://github.com/").partition("/")
    name, _, number = rest.partition("/")
    return f"[{owner}/{name} {number.rpartition('/')[2]}]({address})".strip() if address else ""


def code(one: Any) -> str:
    """The lines that differ from the solution, or else those that are missing."""
    wrong = edited(one.name, *one.edits).splitlines()
    changes = [*unified_diff(SOLVED.splitlines(), wrong, n=0, lineterm="")][2:]
    new, old = ([line[1:].strip() for line in changes if line[0] == sign] for sign in "+-")
    new = [line for line in new if line not in ("", "pass")]
    lines = [f"`{line}`" for line in new] or [f"without `{line}`" for line in old]
    return _cell("<br>".join(lines))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def judgement(one: Any) -> str:
    """The judge's answer to a mistake: the sentence, and the first place that differs."""
    verdict = sitting(edited(one.name, *one.edits)).verdict(one.name)
    return _cell(" ".join(filter(None, (verdict.sentence, verdict.place))))


def row(stage: Stage, one: Any, sentence: str) -> str:
    """A table row: the code, the sentence, and a source."""
    return f"| {code(one)} | {sentence} {source(stage, one.key)} |".replace("  |", " |")


def page() -> str:
    """The page: all nine stages, with a table for each function or class."""
    parts = [HEAD.format(number=sum(len(mistakes(stage)) for stage in STAGES))]
    for stage in STAGES:
        known = mistakes(stage)
        title = f"{stage.number}. {stage.title}: {len(known)} mistakes"
        parts += [f"\n## {title}"]
        for name, ones in groupby(known, key=lambda one: one.name):
            parts += [f"\n| in `{name}` | the judge says |", "|---|---|"]
            parts += [row(stage, one, judgement(one)) for one in ones]
    return "\n".join(parts) + "\n"


def counts() -> str:
    """The number of mistakes per stage, and of those with a public source."""
    lines = []
    for stage in STAGES:
        known = mistakes(stage)
        public = sum(bool(source(stage, one.key)) for one in known)
        lines.append(f"{stage.number} {stage.key:<12}{len(known):>4} mistakes, {public:>2} public")
    return "\n".join(lines)


def main() -> None:
    if "--count" in sys.argv[1:]:
        print(counts())
    else:
        PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    call(main)
