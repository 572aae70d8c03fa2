"""Make each mistake of the workshop's tests, and print a table of what the judge says to it.

python -m tools.mistakes          Markdown: the code, the sentence, where it was made in public
python -m tools.mistakes --count  how many there are in each stage
"""

import sys
from difflib import ndiff
from importlib import import_module
from typing import Any

from bert_lab.workshop.stage import STAGES, Stage
from bert_lab.workshop.texts import texts
from tests.helpers.workshop import SOLVED, edited, sitting


def mistakes(stage: Stage) -> list[Any]:
    """The known mistakes of a stage, in the order of its tests."""
    return import_module(f"tests.lab.workshop.stages.test_{stage.key}").MISTAKES


def source(stage: Stage, key: str) -> str:
    """The thread or change in which such a mistake was found, as a link, or nothing."""
    own = stage.words["mistakes"].get(key)
    address = own.get("source", "") if own else texts("judge")["sources"].get(key, "")
    owner, _, rest = address.removeprefix("https://github.com/").partition("/")
    name, _, number = rest.partition("/")
    return f"[{owner}/{name} {number.rpartition('/')[2]}]({address})".strip() if address else ""


def code(one: Any) -> str:
    """The lines that the solution doesn't have in this form; those that are missing, struck out."""
    changes = list(ndiff(SOLVED.splitlines(), edited(one.name, *one.edits).splitlines()))
    lines = [f"`{line[2:].strip()}`" for line in changes if line[0] == "+" and line[2:].strip()]
    if not lines:
        lines = [f"~~`{line[2:].strip()}`~~" for line in changes if line[0] == "-"]
    return "<br>".join(lines).replace("|", "\\|")


def rows(stage: Stage) -> list[str]:
    """A row for each mistake: what it is in, the code, the sentence, the source."""
    table = []
    for one in mistakes(stage):
        verdict = sitting(edited(one.name, *one.edits)).verdict(one.name)
        said = " ".join(filter(None, (verdict.sentence, verdict.place))).replace("|", "\\|")
        table.append(f"| `{one.name}` | {code(one)} | {said} | {source(stage, one.key)} |")
    return table


def table() -> str:
    """All nine stages."""
    lines = []
    for stage in STAGES:
        lines += [f"\n## {stage.number}. {stage.title}\n"]
        lines += ["| in | the mistake | what the judge says | made in |", "|---|---|---|---|"]
        lines += rows(stage)
    return "\n".join(lines).strip()


def counts() -> str:
    """For each stage, how many mistakes there are, and of how many the source is known."""
    lines = []
    for stage in STAGES:
        known = mistakes(stage)
        public = sum(bool(source(stage, one.key)) for one in known)
        lines.append(f"{stage.number} {stage.key:<12}{len(known):>4} mistakes, {public:>2} public")
    return "\n".join(lines)


if __name__ == "__main__":
    print(counts() if "--count" in sys.argv[1:] else table())
