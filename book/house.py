"""The `house` directive: which folder of the packages uses which, drawn from their imports.

Each folder is a step of a stair, below those that it may use; a dot in its row stands below the
step that it does use. For an import from a folder further down there is no place: the build refuses
it.
"""

import ast
from html import escape
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from bert_lab import LAYERS
from book import api

CORE, LAB = "bert_core", "bert_lab"
STEP, LEFT, ROOM = 26, 14, 92  # of a step, before the first column, for the last step's name


class Floor(NamedTuple):
    """A folder: its place, the first sentence of its docstring, and the folders it imports from."""

    path: str
    purpose: str
    uses: set[str]

    @property
    def name(self) -> str:
        """What imports call it, `bert_core` or `bert_lab.text`."""
        return self.path.replace("/", ".")


def floors(root: Path) -> list[Floor]:
    """The core, then the folders of the lab in the order of their layers.

    Raises:
        ValueError: if one uses another that does not stand before it.
    """
    house = []
    for path in (CORE, *(f"{LAB}/{layer}" for layer in LAYERS)):
        uses = _uses(root, path)
        if strangers := uses - {floor.name for floor in house}:
            raise ValueError(f"{path}: expected imports from folders before it, got {strangers}")
        house.append(Floor(path, _purpose(root / path), uses))
    return house


def _purpose(folder: Path) -> str:
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8")))
    first, *_ = (docstring or "").split("\n\n")
    return " ".join(first.split())


def _uses(root: Path, path: str) -> set[str]:
    used = set()
    for file in (root / path).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                modules = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            used |= {".".join(m.split(".")[: 1 + m.startswith(LAB)]) for m in modules}
    return {name for name in used if name.startswith((CORE, LAB))} - {path.replace("/", "."), LAB}


def words(house: list[Floor]) -> str:
    """The picture in a sentence for each folder."""
    return " ".join(f"{short(floor)} uses {_used(floor, house)}." for floor in house)


def short(floor: Floor) -> str:
    """`bert_core`, but `text` for a folder of the lab."""
    return floor.name.removeprefix(f"{LAB}.")


def _used(floor: Floor, house: list[Floor]) -> str:
    names = [short(other) for other in house if other.name in floor.uses]
    *first, last = names or ["none of the others"]
    return f"{', '.join(first)} and {last}" if first else last


def drawing(house: list[Floor]) -> str:
    """The stairs as SVG, in the colours of the page around it; its description says the same."""
    width = LEFT + STEP * len(house) + ROOM
    marks = []
    for i, floor in enumerate(house):
        x, y = LEFT + STEP * i, STEP * i + STEP // 2
        end = STEP * len(house) - 4
        marks.append(f'<path d="M{x} {y + 8}V{end}M{LEFT} {y}H{x - 8}"/>')
        marks += [
            f'<circle class="use" cx="{LEFT + STEP * j}" cy="{y}" r="5"/>'
            for j, other in enumerate(house)
            if other.name in floor.uses
        ]
        marks.append(f'<circle class="step" cx="{x}" cy="{y}" r="7"/>')
        marks.append(f'<text x="{x + 14}" y="{y + 5}">{escape(short(floor))}</text>')
    return (
        f'<svg class="house" viewBox="0 0 {width} {STEP * len(house)}" role="img" '
        f'aria-labelledby="house-title house-words"><title id="house-title">Which folder uses '
        f'which</title><desc id="house-words">{escape(words(house))}</desc>{"".join(marks)}</svg>'
    )


def markdown(house: list[Floor]) -> str:
    """A list of the folders: what each is for, and what it uses."""
    return "\n\n".join(
        f"`{floor.path}`\n: {api.markdown(floor.purpose)} Uses {_used(floor, house)}."
        for floor in house
    )


class House(SphinxDirective):
    """`{house}`: the stairs, and a list of the folders with their docstrings."""

    def run(self):
        root = Path(self.env.srcdir)
        try:
            house = floors(root)
        except ValueError as reason:
            raise self.error(str(reason)) from reason
        for package in (CORE, LAB):
            for file in (root / package).rglob("*.py"):
                self.env.note_dependency(str(file))
        picture = nodes.raw("", drawing(house), format="html")
        return [picture, *self.parse_text_to_nodes(markdown(house))]


def setup(app):
    """Register the directive."""
    app.add_directive("house", House)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
