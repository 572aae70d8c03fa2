"""Messages of the page's modules: English in `words.toml`, translations in `widgets.po`.

A message is known by its place, which is its context there: "masking_lab.columns.text" is "text" of
the table [columns] in masking_lab/words.toml. What has no translation, or one of another English,
stays English, as on pages.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from book.languages import LOCALE, SOURCE, WIDGETS

ROOT = LOCALE.parent
ROOMS = ROOT / "bert_lab/look/widgets"


def files() -> list[Path]:
    """All tables."""
    return [*sorted(ROOT.glob("web/*/words.toml")), *sorted(ROOMS.glob("**/words.toml"))]


def messages() -> dict[str, str]:
    """{place: English message}."""
    return {
        f"{path.parent.name}.{place}": text
        for path in files()
        for place, text in _leaves(tomllib.loads(path.read_text("utf-8")))
        if text
    }


def _leaves(entry: Mapping | list | str, place: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(entry, str):
        yield place, entry
        return
    pairs = entry.items() if isinstance(entry, Mapping) else enumerate(entry)
    for key, one in pairs:
        yield from _leaves(one, f"{place}.{key}" if place else str(key))


@cache
def translations(language: str, locale: Path = LOCALE) -> dict[str, str]:
    """{place: translation}; a stale one, whose English has changed since, is left out."""
    path = locale / language / "LC_MESSAGES" / f"{WIDGETS}.po"
    if language == SOURCE or not path.exists():  # nobody has begun this language yet
        return {}
    english = messages()
    with path.open("rb") as file:
        return {
            str(message.context): str(message.string)
            for message in read_po(file)
            if message.string and not message.fuzzy and english.get(message.context) == message.id
        }
