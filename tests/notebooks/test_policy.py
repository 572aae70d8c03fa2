"""What a chapter looks like: short cells, checked outputs, figures with words.

The page "How this project is built" says it at length.
"""

import re
import sys
import tomllib
from pathlib import Path
from statistics import median

import yaml

from tests.helpers.paths import ROOT

IMPORTED_AS = {"scikit-learn": "sklearn", "sentence-transformers": "sentence_transformers"}
TAGS = {
    "remove-cell",
    "hide-cell",
    "hide-input",
    "hide-output",
    "remove-input",
}
HIDDEN = {"hide-input", "remove-input", "remove-cell", "hide-cell"}
NBVAL_COMMENT = re.compile(r"^#\s*(NBVAL|PYTEST_VALIDATE)_", re.MULTILINE)


def _tags(cell):
    return set(cell.metadata.get("tags", []))


def _text(notebook):
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def test_cells_are_short(code_cells):
    """Those that a page shows; a set-up is folded, a figure's and a widget's code is hidden."""
    shown = [cell for cell in code_cells if not _tags(cell) & HIDDEN]
    lengths = {cell.id: len(cell.source.splitlines()) for cell in shown}
    assert max(lengths.values(), default=0) <= 20, lengths
    assert median(lengths.values() or [0]) <= 10, lengths


def test_lines_fit_the_page(code_cells):
    assert not [line for c in code_cells for line in c.source.splitlines() if len(line) > 80]


def test_only_known_tags(notebook):
    for cell in notebook.cells:
        assert _tags(cell) <= TAGS, cell.id
        assert not NBVAL_COMMENT.search(cell.source), cell.id


def _in_order(folder):
    """The notebooks of this folder as the table of contents has them, those with a number."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    files = [Path(chapter["file"]) for part in toc["parts"] for chapter in part["chapters"]]
    found = [file.stem for file in files if ROOT / file.parent == folder]
    return [stem for stem in found if re.match(r"(\d\d|[a-z])-", stem)]


def test_number_and_title_agree_with_the_table_of_contents(path, notebook):
    """A chapter has two digits, evidence has a letter, which its title repeats; one has neither."""
    number = (re.match(r"(\d\d|[a-z])-", path.stem) or ["", ""])[1]
    titles = re.findall(r"^# (.+)$", _text(notebook), re.MULTILINE)
    assert len(titles) == 1
    if number:
        place = int(number) - 1 if number.isdigit() else "abcdefgh".index(number)
        assert _in_order(path.parent).index(path.stem) == place
        assert number.isdigit() or titles[0].startswith(f"Evidence {number.upper()}: ")
    first = notebook.cells[2].source
    assert re.match(r"(\([\w-]+\)=\n)?# ", first), "the third cell starts with the title"


def test_every_figure_has_words(code_cells):
    for cell in code_cells:
        images = [o for o in cell.outputs if any("image/" in mime for mime in o.get("data", {}))]
        if not images:
            continue
        assert len(images) == 1, f"{cell.id}: one figure a cell, each has its own words"
        style = cell.metadata.get("mystnb", {})
        assert len(style.get("image", {}).get("alt", "")) >= 30, f"{cell.id}: alternative text"
        assert style.get("figure", {}).get("caption"), f"{cell.id}: caption"
        assert style.get("figure", {}).get("name", "").startswith("fig-"), f"{cell.id}: name"
        assert max(len(data) for data in images[0].data.values()) < 200_000, "150 kB, in base64"


def test_two_to_five_exercises_each_with_a_folded_solution(path, notebook):
    text = _text(notebook)
    exercises = re.findall(r"\{exercise\}[^\n]*\n:label: (ex-[\w-]+)", text)
    solutions = re.findall(r"\{solution(?:-start)?\} (ex-[\w-]+)\n:class: dropdown", text)
    assert 2 <= len(exercises) <= 5 or not re.match(r"\d\d-", path.stem)
    assert solutions == exercises
    assert text.count("{solution-start}") == text.count("{solution-end}")


def test_needs_only_what_colab_installs(code_cells):
    """That is `bert-core[notebooks]`: the extras learn and look, and what only chapters need."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project, setuptools = settings["project"], settings["tool"]["setuptools"]
    extras = project["optional-dependencies"]
    parts, *more = extras["notebooks"]
    assert parts == "bert-core[learn,look]"
    needed = [*project["dependencies"], *extras["learn"], *extras["look"], *more]
    names = {re.match(r"[\w-]+", line)[0] for line in needed}
    there = {IMPORTED_AS.get(name, name) for name in names}
    there |= {pattern.rstrip("*") for pattern in setuptools["packages"]["find"]["include"]}
    imports = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
    for cell in code_cells:
        assert set(imports.findall(cell.source)) <= there | sys.stdlib_module_names, cell.id
