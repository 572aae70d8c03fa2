"""Update the catalogues locale/LANGUAGE/LC_MESSAGES/PAGE.po without losing translations.

A message whose English has changed keeps its old translation, marked fuzzy: the page shows English
for it until somebody has looked (Sphinx leaves out what is fuzzy, `book.language.tables` too). One
that is gone is kept at the end of its file, for it may return.
"""

import re
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, unescape, write_po

from bert_lab.workshop.texts import messages as judged
from book.language import tables
from book.languages import CATALOGUE, JUDGE, LOCALE, THEME, WIDGETS, WORKSHOP, languages

ROOT = LOCALE.parent
# Pages for who works on the project: English alone.
ENGLISH = {"chapters/" + name for name in ("api", "bibliography", "building", "mistakes", "whole")}
HEADER = """\
# {title}
# How to work on this file: locale/README.md"""
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
UNWANTED = re.compile(r'"(POT|PO|Last|Report|Project|Generated|Language-Team)\b')


# What Sphinx and the themes say in English alone, by the catalogue in which they look.
UNSAID = {
    "sphinx": [
        "Color mode",
        "Link to this code",
        "Link to this equation",
        "Link to this heading",
        "Link to this image",
        "Link to this table",
        "Link to this term",
        "Permalink to this definition",
        "System Settings",
    ],
    THEME: ["Launch interactive content", "Launch on"],
}


def read(path: Path) -> Catalog:
    """The catalogue in this file; Babel takes "#| msgid", which it writes, for a comment."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        lines = [line[1:].strip() for line in message.user_comments if line[:1] == "|"]
        message.user_comments = [line for line in message.user_comments if line[:1] != "|"]
        if lines and message.fuzzy:
            last = " ".join(lines).rpartition("msgid ")[2]
            message.previous_id = ["".join(map(unescape, QUOTED.findall(last)))]
    return catalogue


def new(folder: Path) -> dict[str, Catalog]:
    """{catalogue: messages} of pages, as Sphinx found them, and of build, widgets and judge."""
    found = {}
    for path in sorted(folder.rglob("*.pot")):
        if (name := path.relative_to(folder).with_suffix("").as_posix()) not in ENGLISH:
            found[name] = [message.id for message in read(path)]
    extracted = extract_from_dir(ROOT / "book", [("**.py", "python")])
    found["sphinx"] += UNSAID["sphinx"]
    found |= {THEME: UNSAID[THEME]}
    found[JUDGE] = [text for text in judged() if text not in found[WORKSHOP]]
    found |= {CATALOGUE: [text for _file, _line, text, *_more in extracted], WIDGETS: []}
    made = {name: _catalogue(texts) for name, texts in found.items()}
    for place, text in tables.messages().items():
        made[WIDGETS].add(text, context=place)
    return made


def _catalogue(texts: Iterable[str]) -> Catalog:
    """A catalogue of these messages without display formulas, which need no translation."""
    catalogue = Catalog()
    for text in texts:
        if text and not text.startswith("\n"):
            catalogue.add(text)
    return catalogue


def updated(templates: dict[str, Catalog], folder: Path, language: str) -> None:
    """Write each into the language's folder and keep existing translations."""
    for name, template in templates.items():
        path = folder / f"{name}.po"
        catalogue = read(path) if path.exists() else Catalog(locale=language)
        before = {message.context: message for message in catalogue if message.context}
        english = {(message.context, message.id): message.previous_id for message in catalogue}
        has_words = any(message.string for message in catalogue if message.id)
        catalogue.update(template, no_fuzzy_matching=not has_words, update_creation_date=False)
        for message in catalogue:
            if message.context:
                _keep(message, before.get(message.context))
            if message.fuzzy and not message.previous_id:
                message.previous_id = english.get((message.context, message.id), [])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(catalogue, name, language))


def _keep(message: Message, before: Message | None) -> None:
    """Keep a table's message by its place; mark it stale if its English changed."""
    message.string, message.flags, message.previous_id = "", set(), []
    if before is None or not before.string:
        return
    stale = before.fuzzy or before.id != message.id
    message.string, message.flags = before.string, {"fuzzy"} if stale else set()
    if before.id != message.id:
        message.previous_id = [before.id]


def written(catalogue: Catalog, name: str, language: str) -> bytes:
    """The file with a line per message and without dates, which would cause merge conflicts."""
    catalogue.header_comment = HEADER.format(title=f"{name}: {languages()[language]['name']}")
    catalogue.fuzzy = False
    for message in catalogue:
        message.flags &= {"fuzzy"}  # what looks like a format to Babel is a role or a formula
    file = BytesIO()
    write_po(
        file, catalogue, width=0, no_location=True, ignore_obsolete=True, include_previous=True
    )
    lines = file.getvalue().decode().split("\n")
    return "\n".join(line for line in lines if not UNWANTED.match(line)).encode()


def files(names: list[str]) -> list[Path]:
    """These catalogues, or all; exits with one line if one is missing."""
    paths = [Path(name) for name in names] or sorted(LOCALE.rglob("*.po"))
    if missing := [str(path) for path in paths if not path.is_file()]:
        print(
            f"expected files such as locale/ja/LC_MESSAGES/intro.po, got {missing}", file=sys.stderr
        )
        sys.exit(2)
    return paths


def counted(path: Path) -> tuple[int, int, int]:
    """The numbers of messages in this file, of those translated, and of stale ones."""
    messages = [message for message in read(path) if message.id]
    stale = sum(message.fuzzy for message in messages)
    done = sum(bool(message.string) and not message.fuzzy for message in messages)
    return len(messages), done, stale


def report() -> None:
    """Print the files in which something is left to translate."""
    for path in files([]):
        total, done, stale = counted(path)
        if done < total:
            print(
                f"{path.relative_to(ROOT)}: {total - done} of {total} left, {stale} of them stale"
            )
