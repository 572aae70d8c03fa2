"""Builds of the book in other languages, from the catalogues in `locale/`.

Sphinx takes the messages of a page out of its paragraphs and titles (`make messages`), and puts
those of its language back when it reads the page. What a notebook says besides, in its widgets, its
drawings and its folded titles, takes the same way: `book.language.translate_outputs`.
"""

import os
import re
from functools import cache
from pathlib import Path

import yaml
from sphinx.locale import get_translation
from sphinx.util.i18n import CatalogInfo

LOCALE = Path(__file__).resolve().parents[1] / "locale"
SOURCE = "en"  # what is translated
CATALOGUE = "book"  # what the build says itself
THEME = "booktheme"  # what the theme says, where it lacks a language
WIDGETS = "widgets"  # what they say on all pages: book/language/tables.py
JUDGE = "judge"  # what the workshop's judge says besides its page: bert_lab/assets/workshop
WORKSHOP = "chapters/workshop"
# A message without a translation, or with one of another English.
OPEN = re.compile(r'^msgstr ""\n(?!")|^#, fuzzy', re.MULTILINE)
PARTS = ["native", "glossary", "translate_outputs", "pages", "untranslated"]
_ = get_translation(CATALOGUE)


@cache
def languages() -> dict[str, dict[str, str]]:
    """{Sphinx' code: folder, tag, name and title}, English first."""
    title = yaml.safe_load((LOCALE.parent / "_config.yml").read_text("utf-8"))["title"]
    english = {"folder": "", "tag": SOURCE, "name": "English", "title": title}
    return {SOURCE: english} | yaml.safe_load((LOCALE / "languages.yml").read_text("utf-8"))


def built() -> list[str]:
    """Codes of the languages to build: those in the variable LANGUAGES, or all."""
    chosen = os.environ.get("LANGUAGES", "").split()
    return [code for code in languages() if not chosen or code in {SOURCE, *chosen}]


def complete(language: str, page: str) -> bool:
    """Whether the page is fully translated into this language."""
    path = LOCALE / language / "LC_MESSAGES" / f"{page}.po"
    available = language == SOURCE or path.exists()
    return available and not (path.exists() and OPEN.search(path.read_text("utf-8")))


def _compile(folder: str, language: str, name: str) -> None:
    """Compile this catalogue if it is outdated; Sphinx does so only for those of pages."""
    catalogue = CatalogInfo(str(Path(folder, language, "LC_MESSAGES")), name, "utf-8")
    if Path(catalogue.po_path).exists() and catalogue.is_outdated():
        catalogue.write_mo(language)


def setup(app):
    """Register the parts, and the catalogues that don't belong to pages."""
    if app.config.language != SOURCE:
        (folder,) = app.config.locale_dirs  # from tools/languages.py
        for name in (CATALOGUE, THEME, WIDGETS):
            _compile(folder, app.config.language, name)
            app.add_message_catalog(name, folder)
    for part in PARTS:
        app.setup_extension(f"book.language.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
