"""Reading times: what a reader sees of a page, counted in the doctree, in minutes.

Each notebook says its minutes under its title, each recipe under its own, and `{road-time}` says
those of roads through the book. What is folded (a box "In depth", an admonition that drops down) is
counted for itself, and exercises only by their number: the page's menu says both. Code that is
hidden above its output isn't counted. A reference counts as three words, since its title is known
only when all pages are read.
"""

import json
import re
from math import ceil
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxRole
from sphinx_exercise.nodes import exercise_enumerable_node, exercise_node, solution_node

from book.boxes import in_depth, is_cell
from book.kept import write_whole
from book.languages import _

CHAPTER = re.compile(r"chapters/\d\d-")
RECIPES = "chapters/recipes"  # each is looked up alone, and so has minutes of its own
# By what one came for: the pages to read.
ROADS = {
    "prologue": re.compile(r"chapters/prologue"),
    "short": re.compile(r"chapters/(prologue|0[34578]-)"),
    "why": re.compile(r"chapters/0[126]-"),
    "use": re.compile(r"chapters/(09|1[012])-"),
    "all": re.compile(r"chapters/(prologue|\d\d-)"),
}
# A character of Chinese counts as 0.6 words, one of Japanese kana as 0.35.
HAN, KANA = re.compile(r"[\u3400-\u9fff]"), re.compile(r"[\u3040-\u30ff]")
WORD = re.compile(r"[^\W\u3040-\u30ff\u3400-\u9fff][^\s–—\u3000-\u9fff\uff00-\uffef]*")
WIDGET = re.compile(r'data-afm="(\w+)"(?:(?!data-afm).)*', re.DOTALL)
STILL = re.compile('"solved":true')  # a riddle as a picture
EXERCISES = exercise_node, exercise_enumerable_node
COUNTS = "road.json"
FORMS = ["text/html", "image/svg+xml", "image/png", "text/markdown", "text/latex", "text/plain"]
# Seconds, as measured of a reader to whom all of it was new: in the order of `Count`.
SECONDS = (60 / 140, 6, 40, 25, 30, 210, 60)


class Count(NamedTuple):
    """What there is to read, and to look at."""

    words: int = 0
    lines: int = 0
    formulas: int = 0
    outputs: int = 0  # and tables, whose words count, too
    figures: int = 0
    widgets: int = 0
    checks: int = 0

    @property
    def minutes(self) -> int:
        """Minutes for one reading, rounded up."""
        seconds = sum(n * each for n, each in zip(self, SECONDS, strict=True))
        return ceil(round(seconds / 60, 6))

    def __add__(self, other: "Count") -> "Count":
        return Count(*map(sum, zip(self, other, strict=True)))


class Page(NamedTuple):
    """Counts of what is seen and folded; exercises; hidden lines."""

    seen: Count
    folded: Count
    exercises: int
    hidden: int


def page(node: nodes.Node) -> Page:
    """The counts of everything below the node."""
    found, exercises, hidden = {"seen": Count(), "folded": Count()}, 0, 0
    for kind, number, place in _pieces(node, "seen"):
        if kind == "exercises":
            exercises += number
            continue
        if kind == "hidden":
            hidden += number if place == "seen" else 0
            continue
        found[place] += Count(**{kind: number})
    return Page(**found, exercises=exercises, hidden=hidden)


def _pieces(node, place):
    """(field of `Count`, "exercises" or "hidden"; number; field of `Page`) of everything below."""
    if isinstance(node, EXERCISES):
        yield "exercises", 1, place
    elif isinstance(node, nodes.Text):
        yield "words", _words(node), place
    elif isinstance(node, nodes.math):
        yield "words", 1, place
    elif isinstance(node, pending_xref) and node["reftype"] == "ref" and not node["refexplicit"]:
        yield "words", 3, place
    elif isinstance(node, nodes.literal_block):
        printed = "output" in node["classes"]
        yield ("outputs", 1, place) if printed else ("lines", _lines(node), place)
    elif isinstance(node, nodes.raw):
        for widget in WIDGET.finditer(node.astext()):
            yield _kind(widget), 1, place
    elif isinstance(node, nodes.math_block):
        yield "formulas", 1, place
    elif not isinstance(node, (nodes.comment, nodes.system_message, solution_node)):
        if isinstance(node, (nodes.image, nodes.table)):
            yield "figures" if isinstance(node, nodes.image) else "outputs", 1, place
        if place == "seen" and (
            isinstance(node, in_depth) or "dropdown" in node.get("classes", [])
        ):
            place = "folded"
        for child in _shown(node):
            if is_cell(node) and node.get("hide_mode") and "cell_input" in child["classes"]:
                yield "hidden", _lines(child), place
            else:
                yield from _pieces(child, place)


def _words(text: str) -> int:
    of_characters = 0.6 * len(HAN.findall(text)) + 0.35 * len(KANA.findall(text))
    return len(WORD.findall(text)) + round(of_characters)


def _shown(node):
    """The children; of an output's formats only the one that the page shows."""
    if node.get("nb_element") != "mime_bundle":
        return node.children
    return sorted(node.children, key=lambda form: FORMS.index(form["mime_type"]))[:1]


def _lines(node) -> int:
    return sum(bool(line.strip()) for line in node.astext().splitlines())


def _kind(widget: re.Match) -> str:
    if widget[1] == "check":
        return "checks"
    return "figures" if STILL.search(widget[0]) else "widgets"


def read(folder: Path) -> dict[str, Page]:
    """The counts of each page, from the build's folder of doctrees."""
    found = json.loads((folder / COUNTS).read_text("utf-8"))
    return {
        name: Page(Count(*seen), Count(*folded), *others)
        for name, (seen, folded, *others) in found.items()
    }


def in_words(minutes: int) -> str:
    """A time in words; a long one is rounded to half an hour."""
    if minutes < 60:
        return _("%s min") % minutes
    hours, half = divmod(round(minutes / 30), 2)
    return (_("%s½ hours") if half else _("%s hours")) % hours


def total(pages: dict[str, Page], road: str = "all") -> int:
    """The minutes that this road takes, a key of `ROADS`; boxes and exercises not counted."""
    return sum(page.seen.minutes for name, page in pages.items() if ROADS[road].match(name))


def _pages(env) -> dict[str, Page]:
    """The counts of all pages, stored in the build environment."""
    if not hasattr(env, "road_pages"):
        env.road_pages = {}
    return env.road_pages


def _count(app, doctree) -> None:
    env = app.env
    for box in doctree.findall(in_depth):
        box["minutes"] = page(box).folded.minutes
    found = page(doctree)
    is_notebook = env.doc2path(env.docname).endswith(".ipynb")
    if env.docname == app.config.root_doc or not (is_notebook or found.seen.widgets):
        return
    _pages(env)[env.docname] = found
    words = _("%s min to read") % found.seen.minutes
    line = nodes.paragraph("", words, classes=["reading-time"])
    whole = next(doctree.findall(nodes.title)).parent
    if env.docname == RECIPES:
        say_each(whole)
    whole.insert(1, line)


def menu(found: Page | None) -> dict[str, object]:
    """What a page's menu says: `lines` of what its minutes leave out, a `button` to show it."""
    if not found:
        return {}
    lines = []
    if found.folded.minutes:
        lines.append(_("Boxes: %s min more") % found.folded.minutes)
    if found.exercises == 1:
        lines.append(_("1 exercise, 10 to 15 minutes"))
    elif found.exercises:
        lines.append(_("%s exercises, 10 to 15 minutes each") % found.exercises)
    folds = found.hidden or found.folded.minutes
    button = str(_("Show everything")) if folds else ""
    return {"lines": lines, "button": button} if lines or button else {}


def _offer(app, pagename, templatename, context, doctree) -> None:
    context["page_menu"] = menu(_pages(app.env).get(pagename))
    context["page_menu_name"] = _("This page")


def say_each(whole: nodes.Element) -> None:
    """Write its minutes under the title of each section."""
    for part in whole.children:
        if isinstance(part, nodes.section):
            words = _("%s min") % page(part).seen.minutes
            part.insert(1, nodes.paragraph("", words, classes=["reading-time"]))


def _purge(app, env, docname) -> None:
    _pages(env).pop(docname, None)


def _merge(app, env, docnames, other) -> None:
    _pages(env).update(_pages(other))


class road_time(nodes.Inline, nodes.Element):
    """Placeholder for the reading time of a road."""


class RoadTime(SphinxRole):
    """`` {road-time}`how` ``: the reading time of a road, a key of `ROADS`."""

    def run(self):
        if self.text in ROADS:
            return [road_time(road=self.text)], []
        message = f"road-time: expected one of {', '.join(ROADS)}, got {self.text!r}"
        return [], [self.inliner.reporter.error(message, line=self.lineno)]


def _say(app, doctree, docname) -> None:
    for place in list(doctree.findall(road_time)):
        words = in_words(total(_pages(app.env), place["road"]))
        place.replace_self(nodes.inline("", words, classes=["road-time"]))


def _write(app, exception) -> None:
    if not exception:
        found = dict(sorted(_pages(app.env).items()))  # each number by place, as in the tuples
        write_whole(Path(app.doctreedir, COUNTS), json.dumps(found, allow_nan=False).encode())


def setup(app):
    """Count each page when it is read, and insert the total after all are."""
    app.add_role("road-time", RoadTime())
    app.connect("doctree-read", _count)
    app.connect("env-purge-doc", _purge)
    app.connect("env-merge-info", _merge)
    app.connect("doctree-resolved", _say)
    app.connect("html-page-context", _offer)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
