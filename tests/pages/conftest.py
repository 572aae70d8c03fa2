"""The pages of the built book, each parsed once."""

from dataclasses import dataclass, field
from functools import cache, cached_property
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml

from book.languages import languages
from tests.helpers.needs import need
from tests.helpers.paths import ROOT, SITE

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [TOC["root"], *(c["file"] for part in TOC["parts"] for c in part["chapters"])]
EXACT = ("code", "pre", "script", "style", "svg", "math")
ALL = [path.relative_to(SITE) for path in SITE.rglob("*.html") if "_static" not in path.parts]
FOLDERS = {one["folder"] for one in languages().values()} - {""}


@dataclass
class Page(HTMLParser):
    """Elements of a page as (tag, attributes), and the text of its scripts and styles.

    JSON is data, not a script: an address in it is a link at most. What is there for who has no
    script (<noscript>) is left out: nobody else fetches it.
    """

    path: Path
    html: str
    elements: list[tuple[str, dict]] = field(default_factory=list)
    inline: list[str] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)  # what is neither code nor data

    def __post_init__(self):
        super().__init__()
        self._code = self._without_script = False
        self._exact = []
        self.feed(self.html)

    def handle_starttag(self, tag, attrs):
        self._without_script = self._without_script or tag == "noscript"
        if not self._without_script:
            self.elements.append((tag, dict(attrs)))
        if tag in EXACT:
            self._exact.append(tag)
        self._code = tag in ("script", "style") and ("type", "application/json") not in attrs

    def handle_endtag(self, tag):
        self._code = False
        if self._exact and self._exact[-1] == tag:
            self._exact.pop()
        self._without_script = self._without_script and tag != "noscript"

    def handle_data(self, data):
        if self._code:
            self.inline.append(data)
        if not self._exact:
            self.prose.append(data)

    def all(self, *tags):
        return [attributes for tag, attributes in self.elements if tag in tags]

    @cached_property
    def ids(self):
        return {attributes["id"] for _, attributes in self.elements if "id" in attributes}


@cache
def parsed(path):
    return Page(path, path.read_text("utf-8"))


@pytest.fixture(autouse=True)
def built():
    """Skip if the book isn't built."""
    need("book")


def _marked(path):
    marks = [pytest.mark.weekly] if path.parts[0] in FOLDERS else []
    return pytest.param(path, marks=marks, id=str(path))


@pytest.fixture(params=map(_marked, sorted(ALL)))
def page(request):
    """Every page, including those that Sphinx generates; translated ones weekly."""
    return parsed(SITE / request.param)


@pytest.fixture(params=CHAPTERS)
def chapter(request):
    """The pages of the table of contents."""
    return parsed(SITE / f"{request.param}.html")


@pytest.fixture
def open_page():
    """A function: the parsed page at a path."""
    return parsed
