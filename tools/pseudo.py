"""A pseudo-language, English with accents, to find untranslatable text: it has none.

What stays is code, formulas, addresses, names, and what the model reads.
"""

import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

from babel.messages.catalog import Catalog

from tools.catalogues import written
from tools.check_catalogues import cases_of, closing

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "àƀćđéƒĝĥíĵķĺɱñóþɋŕšţúṽŵẋýžÀɃĆĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
# Targets, code, formulas, places for facts, tags and entities of HTML.
KEPT = re.compile(
    r"(?P<role>\{[\w:-]+\}`)(?P<text>[^`<]*)(?P<target><[^`>]*>)?`"
    r"|`[^`]+`|\$[^$]+\$|\]\([^)]*\)|https?://\S+|\{[^}]*\}|%\(\w+\)s|%s|<[^>]*>|&\w+;"
)
FORMS = re.compile(r"\{\w+, (plural|select),")
TITLED = ("{term}`", "{ref}`", "{doc}`", "{numref}`")


def accented(text: str) -> str:
    """The text with accents on all letters; code, targets and markup stay."""
    pieces, at = [], 0
    for kept in KEPT.finditer(text):
        pieces += [text[at : kept.start()].translate(ACCENTS), _kept(kept)]
        at = kept.end()
    return "".join([*pieces, text[at:].translate(ACCENTS)])


def accented_message(message: str) -> str:
    """The same for an ICU message: arguments stay, texts of cases get accents."""
    text, at = "", 0
    while (start := message.find("{", at)) >= 0:
        end = closing(message, start)
        before, fact, at = message[at:start], message[start : end + 1], end + 1
        if FORMS.match(fact):
            pieces = [start]
            for case, stop in cases_of(message, start + 1, end):
                pieces += [case + 1, stop]
            fact = _cases(message, pieces, end)
        text += before.translate(ACCENTS) + fact
    return text + message[at:].translate(ACCENTS)


def _cases(message: str, places: list[int], end: int) -> str:
    """Accent the cases, and keep what is between them."""
    spans = list(pairwise([*places, end + 1]))
    return "".join(
        accented_message(message[a:b]) if i % 2 else message[a:b] for i, (a, b) in enumerate(spans)
    )


def _kept(found: re.Match) -> str:
    role, text, target = found["role"], found["text"], found["target"]
    if role == "{term}`":
        return f"{role}{text.strip().translate(ACCENTS)} {target or f'<{text}>'}`"
    if role in TITLED and target:
        return f"{role}{text.translate(ACCENTS)}{target}`"
    return found[0]


def write(templates: dict[str, Catalog], folder: Path, language: str) -> None:
    """Write these messages with accents as catalogues of this language in `folder`."""
    for name, template in templates.items():
        catalogue = Catalog(locale=language)
        for message in template:
            if message.id:
                accent = accented_message if message.context else accented
                catalogue.add(message.id, accent(str(message.id)), context=message.context)
        path = folder / language / "LC_MESSAGES" / f"{name}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalogue, name, language))


SILENT = {"script", "style", "code", "pre", "math", "kbd", "samp", "cite", "noscript"}
HEARD = ("aria-label", "title", "alt", "placeholder", "content", "data-toggle-hint")
RUN = re.compile(r"[A-Za-z]{2,}")


class Page(HTMLParser):
    """The visible and accessible texts of a page: (path of elements, text)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: list[tuple[str, str]] = []
        self._open: list[tuple[str, str]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        facts = {name: value or "" for name, value in attrs}
        self._open.append((tag, facts.get("class", "")))
        if tag == "meta" and not re.search("description|title|alt|site", " ".join(facts.values())):
            facts.pop("content", None)
        self.texts += [(f"{tag}@{name}", facts[name]) for name in HEARD if name in facts]
        if tag in ("meta", "link", "input", "img", "br", "hr", "wbr", "col", "source"):
            self._open.pop()

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if data.strip() and not any(tag in SILENT for tag, _ in self._open):
            place = " ".join(f"{tag}.{kind}".rstrip(".") for tag, kind in self._open[-3:])
            self.texts.append((place, " ".join(data.split())))


def left(text: str, stays: re.Pattern) -> Iterator[tuple[str, str]]:
    """(place, text) of every text in this page without accents, except `stays`."""
    for place, words in Page(text).texts:
        rest = stays.sub(" ", html.unescape(words))
        if RUN.search(rest):
            yield place, words
