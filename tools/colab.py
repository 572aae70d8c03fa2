"""Write a notebook's first two cells: its Colab badge, and an install where the book isn't.

python -m tools.colab [NOTEBOOK ...]   without names: all

The install is that of the repository of `_config.yml`: a release's is its tag, so that it installs
years later what it installed on its day; what is not released yet is the branch. The badge leads
to the notebooks that the build wrote from it without MyST (book/version.py).
"""

import sys
from pathlib import Path

import nbformat
import yaml
from nbformat import NotebookNode

from bert_lab.training_loop.command import call
from book.version import plain_branch, reference, version
from tools.notebooks import ROOT, dumps, notebooks

COLAB = "https://colab.research.google.com"


def source(number: str | None = None) -> tuple[str, str]:
    """(repository address, tag or branch) of a version, by default the current one."""
    repository = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["repository"]
    return repository["url"], reference(number or version(), repository["branch"])


def colab_cells(page: str, url: str, reference: str) -> list[NotebookNode]:
    """Badge and guarded install, for the notebook `page`: its path in the repository at `url`."""
    github = url.removeprefix("https://github.com/")
    link = f"{COLAB}/github/{github}/blob/{plain_branch(reference)}/{page}"
    install = (  # in Colab, Kaggle or a notebook of one's own
        'from importlib.util import find_spec\n\nif not find_spec("bert_core"):\n'
        f'    %pip install -q "bert-core[notebooks] @ git+{url}@{reference}"'
    )
    badge = f"[![Open in Colab]({COLAB}/assets/colab-badge.svg)]({link})"
    tags = {"tags": ["remove-cell"]}
    return [
        nbformat.v4.new_markdown_cell(badge, id="colab-badge", metadata=tags),
        nbformat.v4.new_code_cell(install, id="colab-install", metadata=tags),
    ]


def linked(path: Path, url: str, reference: str) -> NotebookNode:
    """The notebook with its first two cells as `colab_cells` wants them, else unchanged."""
    notebook = nbformat.read(path, as_version=4)
    page = path.resolve().relative_to(ROOT).as_posix()
    wanted = {cell.id: cell for cell in colab_cells(page, url, reference)}
    stored = {cell.id: cell for cell in notebook.cells if cell.id in wanted}
    if "colab-install" in stored:  # it prints nothing, so a run of the old one counts for the new
        wanted["colab-install"].execution_count = stored["colab-install"].execution_count
    rest = [cell for cell in notebook.cells if cell.id not in wanted]
    notebook.cells = [*wanted.values(), *rest]
    return notebook


def write(paths: list[Path]) -> None:
    """Give each of these notebooks the cells of this version."""
    for path in paths:
        path.write_text(dumps(linked(path, *source())), "utf-8")


def main() -> None:
    write([Path(name) for name in sys.argv[1:]] or notebooks())


if __name__ == "__main__":
    call(main)
