"""Check that a translated page has the same structure as the English one.

Words differ. Anchors, links, code and what it printed, formulas, numbers, figures and the states of
widgets are the same, each as often: `tools.languages build` holds every page to it. The boxes that
one language alone has are left out.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from book.language import native
from book.language.widgets import PLACES
from book.languages import languages
from tools.check_catalogues import numbers, spelt

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
# Whose text is compared by itself, by its element and a class of it; the innermost counts.
KINDS = {
    ("math", ""): "formulas",
    ("pre", ""): "code and outputs",
    ("code", ""): "names in code",
    ("script", "previews"): "minutes",
    ("script", ""): "widgets",
    ("text", ""): "labels",  # numbers of a drawing; its words may be broken in other places
    ("span", "section-number"): "numbers of sections",
    ("span", "caption-number"): "numbers of figures",
    ("span", "eqno"): "numbers of equations",
    ("p", "reading-time"): "minutes",
    ("span", "in-depth-minutes"): "minutes",
    ("span", "road-time"): "minutes",
}
COUNTED = {"numbers of sections", "numbers of figures", "numbers of equations"}
NAMES = re.compile(r"(?<![A-Za-z0-9])[A-Za-z-]+\d[A-Za-z0-9-]*")  # D2L, F1: no numbers
FOLDED = re.compile(r"^# @title .*")  # its title is words
INDEX = "genindex"  # terms by their first letters
OWN = re.compile(r"id\d+")  # of what no link leads to, in the order in which it came


class Facts(HTMLParser):
    """`found`: {kind: counts of each in the page's article}; `spelt`: numbers written as words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, Counter] = defaultdict(Counter)
        self.spelt: set[str] = set()
        self._open: list[tuple[str, str, list[str]]] = [("article", "prose", [])]
        self._widget = ""
        article = html[html.find("<article") : html.rfind("</article>") + len("</article>")]
        self.feed(native.MADE.sub("", article))
        self._take("prose", " ".join(self._open[0][2]))

    def handle_starttag(self, tag, attrs):
        facts = {name: value or "" for name, value in attrs}
        if (
            (label := facts.get("id", ""))
            and not OWN.fullmatch(label)
            and tag not in ("nav", "script")
        ):
            self.found["anchors"][label] += 1
        if "href" in facts:
            self.found["links"][facts["href"]] += 1
        if tag == "img" or facts.get("role") == "img":
            heard = facts.get("alt") or facts.get("aria-label")
            self.found["figures"][
                f"{facts.get('src', tag)}, {'with' if heard else 'no'} words"
            ] += 1
        if any(kind == "svg" for kind, *_ in self._open) and tag != "text":
            self.found["drawn"][f"{tag} {sorted(facts.items())}"] += 1
        self._widget = facts.get("data-afm", self._widget)
        if tag not in VOID:
            classes = facts.get("class", "").split()
            kind = next((k for (t, c), k in KINDS.items() if t == tag and c in ["", *classes]), "")
            self._open.append((tag, kind, []))

    def handle_endtag(self, tag):
        if tag not in {name for name, *_ in self._open[1:]}:
            return
        while True:
            name, kind, texts = self._open.pop()
            if kind:
                self._take(kind, "".join(texts))
                self._open[-1][2].append(" ")
            else:
                self._open[-1][2].extend(texts)
            if name == tag:
                return

    def handle_data(self, data):
        self._open[-1][2].append(data)

    def _take(self, kind: str, text: str) -> None:
        if kind == "prose":
            text = text.replace("$", " ")  # dollars: a page has its formulas elsewhere
            self.found["numbers"] = numbers(NAMES.sub(" ", text))
            self.spelt |= spelt(text)
        elif kind == "widgets":
            state = json.loads(text)
            for box, key in PLACES(self._widget, state):
                box[key] = ""
            self.found[kind][f"{self._widget} {json.dumps(state, allow_nan=False)}"] += 1
        elif kind in COUNTED or kind == "labels":
            self.spelt |= spelt(text)
            self.found[kind] += Counter(re.findall(r"\d+(?:\.\d+)*", text))
        elif kind != "minutes":  # each language has its own
            self.found[kind][FOLDED.sub("", text)] += 1


def compared(english: str, other: str) -> Iterator[str]:
    """Differences between two HTML pages, a line for each kind."""
    source = Facts(english)
    wanted, got = source.found, Facts(other).found
    for kind in sorted(wanted.keys() | got.keys()):
        missing, extra = wanted[kind] - got[kind], got[kind] - wanted[kind]
        if kind in ("numbers", "labels"):  # which English may spell out
            extra = Counter(
                {one: n for one, n in extra.items() if one.replace(",", "") not in source.spelt}
            )
        if missing or extra:
            yield f"{kind}: {_some(missing)} missing, {_some(extra)} too many"


def _some(found: Counter) -> list[str]:
    return [one[:80] for one in sorted(found.elements())[:3]]


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
