"""Check that a translated page has the same structure as the English one.

Words differ. Anchors, links, formulas, code and what it printed, figures, numbers of sections and
the states of widgets are the same, each as often: `tools.languages build` holds every page to it.
The boxes that one language alone has are left out.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup

from book.language.widgets import PLACES
from book.languages import languages

TEXTS = {
    "formulas": "math",
    "code and outputs": "pre",
    "names in code": "code",
    "numbers": ".section-number, .eqno",
}
FOLDED = re.compile(r"^# @title .*")  # its title is words
OWN = re.compile(r"id\d+")  # of what no link leads to, in the order in which it came
INDEX = "genindex"  # terms by their first letters


def facts(html: str) -> Iterator[tuple[str, str]]:
    """(kind, what every language has) of a page's article, in its order."""
    article = BeautifulSoup(html, "html.parser").find("article")
    for box in article.select("aside.native"):
        box.decompose()
    for element in article.select("[id]:not(nav, script)"):
        if not OWN.fullmatch(element["id"]):
            yield "anchors", element["id"]
    for element in article.select("[href]"):
        yield "links", element["href"]
    for element in article.select("img, [role=img]"):
        heard = element.get("alt") or element.get("aria-label")
        yield "figures", f"{element.get('src', element.name)}, {'with' if heard else 'no'} words"
    for kind, selector in TEXTS.items():
        for element in article.select(selector):
            yield kind, FOLDED.sub("", element.get_text())
    for widget in article.select("[data-afm]"):
        state = json.loads(widget.find("script").string)
        for box, key in PLACES(widget["data-afm"], state):
            box[key] = ""
        yield "widgets", f"{widget['data-afm']} {json.dumps(state, allow_nan=False)}"


def compared(english: str, other: str) -> Iterator[str]:
    """Differences between two HTML pages, a line for each kind."""
    wanted, got = Counter(facts(english)), Counter(facts(other))
    for kind in sorted({kind for kind, _ in (wanted - got) + (got - wanted)}):
        missing, extra = _some(wanted - got, kind), _some(got - wanted, kind)
        yield f"{kind}: {missing} missing, {extra} too many"


def _some(found: Counter, kind: str) -> list[str]:
    return [text[:80] for one, text in sorted(found.elements()) if one == kind][:3]


def faults(site: Path, folder: str) -> Iterator[str]:
    """Faults in the pages of a language, which is in this folder of the English site."""
    others = {"_static", *(one["folder"] for one in languages().values())}
    for page in sorted(site.rglob("*.html")):
        name = page.relative_to(site)
        if name.parts[0] in others or name.stem == INDEX:
            continue
        if (other := site / folder / name).is_file():
            both = (path.read_text("utf-8") for path in (page, other))
            yield from (f"{folder}/{name}: {fault}" for fault in compared(*both))
        else:
            yield f"{folder}/{name}: missing"
