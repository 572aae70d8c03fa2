"""The `house` directive: a diagram of which folder imports which.

Each folder is a step of a stair, below those that it may use; a dot in its row stands below the
step that it does use. For an import from a folder further down there is no place: the build refuses
it. `{house}` draws the packages, in the order of the layers that pyproject.toml lists for
import-linter, and `{house} web` the modules of the widgets, in the order of `web/folders.json`.
"""

import ast
import json
import posixpath
import re
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from book import api

CORE, LAB, WEB = "bert_core", "bert_lab", "web"
ROOMS = f"{LAB}/look/widgets"  # of the widgets: their modules, beside their Python
STEP, LEFT, ROOM = 26, 14, 92  # of a step, before the first column, for the last step's name

# of a JavaScript module of ours, as Biome formats it: a name at least, or the last line of many
# what is imported as types alone is gone before it runs
IMPORT = re.compile(
    r'^(?:import|export)\b(?! type\b)(?:[^;"]*\bfrom)? "((?:\.{1,2}|#\w+)/[^"]+\.[jt]s)";$',
    re.MULTILINE,
)


class Floor(NamedTuple):
    """A folder: its path, what it is for, and the paths of the folders it imports from."""

    path: str
    purpose: str
    uses: set[str]

    @property
    def name(self) -> str:
        """The last part of its path: `bert_core`, `text`, `shared`."""
        return PurePosixPath(self.path).name


def floors(root: Path) -> list[Floor]:
    """The core, then the folders of the lab in the order of their layers.

    Raises:
        ValueError: if one uses another that does not stand before it.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = (rule["layers"] for rule in contracts if rule.get("containers") == [LAB])
    paths = (CORE, *(f"{LAB}/{layer}" for layer in reversed(layers)))
    return _stairs(Floor(path, _purpose(root / path), _uses(root, path)) for path in paths)


def web_floors(root: Path) -> list[Floor]:
    """The folders of `web/` in the order of its `folders.json`; tests may import what they like.

    Raises:
        ValueError: if one uses another that does not stand before it.
    """
    used: dict[str, set[str]] = {}
    for module, imported in modules(root).items():
        used.setdefault(_folder(module), set()).update(map(_folder, imported))
    purposes = json.loads((root / WEB / "folders.json").read_text("utf-8"))
    paths = {_folder(name): purpose for name, purpose in purposes.items()}
    return _stairs(Floor(p, purpose, used.get(p, set()) - {p}) for p, purpose in paths.items())


def modules(root: Path) -> dict[str, set[str]]:
    """{module: the modules that it imports}, of the folders in `web/` and of widgets.

    Names are those of package.json's aliases: "shared/numbers.ts", "widgets/check/index.ts".
    """
    here = {
        file: file.relative_to(root / WEB).as_posix() for file in (root / WEB).glob("*/**/*.[jt]s")
    }
    here |= {
        file: f"widgets/{file.relative_to(root / ROOMS).as_posix()}"
        for file in (root / ROOMS).glob("*/*.ts")
    }
    here = {
        file: name for file, name in here.items() if not name.endswith((".test.js", ".toml.ts"))
    }
    found = {}
    for file, module in sorted(here.items(), key=lambda pair: pair[1]):
        folder = PurePosixPath(module).parent.as_posix()
        imported = IMPORT.findall(file.read_text("utf-8"))
        found[module] = {_named(folder, name) for name in imported}
    return found


def _named(folder: str, specifier: str) -> str:
    alias, _, rest = specifier.partition("/")
    if alias.startswith("#"):
        return rest if alias == f"#{WEB}" else f"{alias[1:]}/{rest}"
    return posixpath.normpath(posixpath.join(folder, specifier))


def _folder(module: str) -> str:
    top = PurePosixPath(module).parts[0]
    return ROOMS if top == "widgets" else f"{WEB}/{top}"


def _stairs(steps: Iterator[Floor]) -> list[Floor]:
    house = []
    for floor in steps:
        if strangers := floor.uses - {above.path for above in house}:
            raise ValueError(
                f"{floor.path}: expected imports from folders before it, got {strangers}"
            )
        house.append(floor)
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
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            used |= {"/".join(n.split(".")[: 1 + n.startswith(LAB)]) for n in names}
    return {name for name in used if name.startswith((CORE, LAB))} - {path, LAB}


def words(house: list[Floor]) -> str:
    """The diagram as text: a sentence for each folder."""
    return " ".join(f"{floor.name} uses {_used(floor, house)}." for floor in house)


def _used(floor: Floor, house: list[Floor]) -> str:
    names = [other.name for other in house if other.path in floor.uses]
    *first, last = names or ["none of the others"]
    return f"{', '.join(first)} and {last}" if first else last


def drawing(house: list[Floor]) -> str:
    """The stairs as SVG in the page's colours, with the same content as its description."""
    width = LEFT + STEP * len(house) + ROOM
    marks = []
    for i, floor in enumerate(house):
        x, y = LEFT + STEP * i, STEP * i + STEP // 2
        end = STEP * len(house) - 4
        marks.append(f'<path d="M{x} {y + 8}V{end}M{LEFT} {y}H{x - 8}"/>')
        marks += [
            f'<circle class="use" cx="{LEFT + STEP * j}" cy="{y}" r="5"/>'
            for j, other in enumerate(house)
            if other.path in floor.uses
        ]
        marks.append(f'<circle class="step" cx="{x}" cy="{y}" r="7"/>')
        marks.append(f'<text x="{x + 14}" y="{y + 5}">{escape(floor.name)}</text>')
    title, description = f"house-{house[0].name}-title", f"house-{house[0].name}-words"
    return (
        f'<svg class="house" viewBox="0 0 {width} {STEP * len(house)}" role="img" '
        f'aria-labelledby="{title} {description}">'
        f'<title id="{title}">Which folder uses which</title>'
        f'<desc id="{description}">{escape(words(house))}</desc>{"".join(marks)}</svg>'
    )


def markdown(house: list[Floor]) -> str:
    """A list of the folders: the purpose of each, and what it imports."""
    return "\n\n".join(
        f"`{floor.path}`\n: {api.markdown(floor.purpose)} Uses {_used(floor, house)}."
        for floor in house
    )


class House(SphinxDirective):
    """`{house}` or `{house} web`: the stairs, and a list of the folders with their purposes."""

    optional_arguments = 1

    def run(self):
        root = Path(self.env.srcdir)
        of_web = self.arguments == [WEB]
        try:
            house = web_floors(root) if of_web else floors(root)
        except ValueError as reason:
            raise self.error(str(reason)) from reason
        order = root / (f"{WEB}/folders.json" if of_web else "pyproject.toml")
        pattern = "*.ts" if of_web else "*.py"
        for file in (order, *(f for floor in house for f in (root / floor.path).rglob(pattern))):
            self.env.note_dependency(str(file))
        picture = nodes.raw("", drawing(house), format="html")
        return [picture, *self.parse_text_to_nodes(markdown(house))]


def setup(app):
    """Register the directive."""
    app.add_directive("house", House)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
