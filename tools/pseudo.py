"""A pseudo-language, English with accents, to find untranslatable text: it has none.

What stays is code, formulas, addresses, names, and what the model reads.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from babel.messages.catalog import Catalog
from bs4 import BeautifulSoup, NavigableString

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
WORDS = ("name*=description", "property*=description", "property*=title", "property*=alt")
DATA = f"meta:not({', '.join(f'[{one}]' for one in (*WORDS, 'property*=site'))})"
RUN = re.compile(r"[A-Za-z]{2,}")


def texts(page: str) -> Iterator[tuple[str, str]]:
    """The visible and accessible texts of a page: (path of elements, text)."""
    found = BeautifulSoup(page, "html.parser")
    for data in found.select(DATA):
        data.decompose()
    for element in found.find_all(True):
        yield from (
            (f"{element.name}@{name}", element[name]) for name in HEARD if name in element.attrs
        )
    for string in found.find_all(
        string=lambda text: type(text) is NavigableString and text.strip()
    ):
        parents = [*string.parents][:-1]
        if not SILENT & {parent.name for parent in parents}:
            path = [".".join([p.name, *p.get("class", [])]) for p in reversed(parents[:3])]
            yield " ".join(path), " ".join(string.split())


def left(page: str, stays: re.Pattern) -> Iterator[tuple[str, str]]:
    """(place, text) of every text in this page without accents, except `stays`."""
    return ((place, text) for place, text in texts(page) if RUN.search(stays.sub(" ", text)))
