"""Write the nine stages into chapters/workshop.ipynb, and links to them into the chapters.

python -m tools.workshop   then `tools/notebooks.py run chapters/workshop.ipynb` if code changed

What a stage asks, its hints and its solution have one place, `bert_lab/assets/workshop` and
`bert_lab/workshop/solutions`. The cells that are made from them have ids that begin with the
stage's key; all others, such as the rewards, are written in the notebook like any chapter's.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode

from bert_lab.look.source import show
from bert_lab.training_loop.command import call
from bert_lab.workshop.skeleton import blank
from bert_lab.workshop.stage import STAGES, Stage
from book.blank_workshop import BLANK, LINK, SOLUTION, SOLVED, TASK
from book.version import plain_branch
from tools.colab import COLAB, source
from tools.notebooks import ROOT, dumps

PATH = ROOT / f"{SOLVED}.ipynb"
TURN = "your-turn"
_HINTS = ("One hint", "Another hint", "The last hint")


def made_cells() -> dict[str, NotebookNode]:
    """All generated cells, by id."""
    cells = [link_cell(), *(cell for stage in STAGES for cell in stage_cells(stage))]
    return {cell.id: cell for cell in cells}


def link_cell() -> NotebookNode:
    """A link to the blank notebook on this version's branch."""
    url, reference = source()
    github = url.removeprefix("https://github.com/")
    link = f"{COLAB}/github/{github}/blob/{plain_branch(reference)}/{BLANK}.ipynb"
    text = f"**[Open the blank notebook in Colab]({link})** and write. Here is what it asks for."
    return nbformat.v4.new_markdown_cell(text, id=LINK)


def stage_cells(stage: Stage) -> list[NotebookNode]:
    """The task, the blank, three hints, the solution, and the judge's call."""
    markdown, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    calls = [f"judge({name})" for name in stage.names]
    judged = calls[0] if len(calls) == 1 else f'print({", ".join(calls)}, sep="\\n\\n")'
    return [
        markdown(_task(stage), id=f"{stage.key}-task"),
        markdown(f"```python\n{blank(stage)}```", id=stage.key + TASK),
        markdown(_hints(stage), id=f"{stage.key}-hints"),
        code(
            f"# @title Solution: {stage.title}\n{_solution(stage)}",
            id=stage.key + SOLUTION,
            metadata={"tags": ["hide-input"]},
        ),
        code(judged, id=f"{stage.key}-judge"),
    ]


def _task(stage: Stage) -> str:
    return (
        f"(sec-workshop-{stage.key})=\n## {stage.number}. {stage.title}\n\n"
        f"*{stage.minutes} minutes. To read up: {{ref}}`{stage.words['chapter']}`.*\n\n"
        f"{stage.words['task'].strip()}"
    )


def _solution(stage: Stage) -> str:
    """The code without its docstrings, whose content precedes it."""
    things = [stage.solution(name) for name in stage.names]
    return "\n\n\n".join(str(show(thing, docstring=False)) for thing in things)


def _hints(stage: Stage) -> str:
    """Nested hints, so that they open one after the other."""
    text = ""
    for depth, (title, hint) in enumerate(
        reversed([*zip(_HINTS, stage.words["hints"], strict=True)]), start=3
    ):
        fence = "`" * depth
        inner = f"\n\n{text}" if text else ""
        text = f"{fence}{{admonition}} {title}\n:class: tip dropdown\n\n{hint}{inner}\n{fence}"
    return text


def turn_cell(label: str) -> NotebookNode:
    """The cell that ends the chapter with this label: a link to its stages."""
    stages = [stage for stage in STAGES if stage.words["chapter"] == label]
    *links, last = [f"{{ref}}`{stage.number} <sec-workshop-{stage.key}>`" for stage in stages]
    which = f"stages {', '.join(links)} and {last}" if links else f"stage {last}"
    text = f"**Your turn:** write it, in {which} of {{ref}}`the workshop <ch-workshop>`."
    return nbformat.v4.new_markdown_cell(text, id=TURN)


def chapters() -> dict[Path, str]:
    """{path: label} of each chapter that has a stage."""
    labels = {stage.words["chapter"] for stage in STAGES}
    found = {}
    for path in sorted(ROOT.glob("chapters/[0-9]*.ipynb")):
        (title,) = [c for c in nbformat.read(path, as_version=4).cells if c.id == "title"]
        label = title.source.partition(")=")[0].removeprefix("(")
        if label in labels:
            found[path] = label
    return found


def led(notebook: NotebookNode, label: str) -> NotebookNode:
    """The chapter with its link to the workshop at its end, or before its last doors."""
    cells = [cell for cell in notebook.cells if cell.id != TURN]
    place = next((i for i, cell in enumerate(cells) if cell.id == "next"), len(cells))
    notebook.cells = [*cells[:place], turn_cell(label), *cells[place:]]
    return notebook


def written(notebook: NotebookNode) -> NotebookNode:
    """The notebook with every generated cell up to date; outputs are kept.

    Raises:
        ValueError: if one of them is not there.
    """
    wanted = made_cells()
    if missing := wanted.keys() - {cell.id for cell in notebook.cells}:
        raise ValueError(f"expected cells with the ids {sorted(missing)}")
    for cell in notebook.cells:
        if cell.id in wanted:
            cell.source = wanted[cell.id].source
    return notebook


def main() -> None:
    found = nbformat.read(PATH, as_version=4)
    PATH.write_text(dumps(written(found)), "utf-8")
    for path, label in chapters().items():
        path.write_text(dumps(led(nbformat.read(path, as_version=4), label)), "utf-8")


if __name__ == "__main__":
    call(main)
