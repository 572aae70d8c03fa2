"""Write the translations that widgets and the judge load in notebooks, as JSON.

Widgets and the questions of chapters: bert_lab/look/widgets/dist/translations.TAG.json. The
workshop's judge: bert_lab/assets/workshop/translations.TAG.json.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import nbformat

from bert_lab.workshop.texts import FOLDER, messages
from book.bundles import DIST
from book.language import widgets
from book.languages import JUDGE, LOCALE, SOURCE, WORKSHOP, languages
from tools.catalogues import read
from tools.notebooks import notebooks


def write() -> None:
    """Write the tables of all languages."""
    for code, language in languages().items():
        if code == SOURCE:
            continue
        folder, translations = LOCALE / code / "LC_MESSAGES", {}
        for notebook in notebooks():
            page = notebook.relative_to(LOCALE.parent).with_suffix("")
            own = _translations(folder / f"{page}.po")
            translations |= {text: own[text] for text in _own_words(notebook) if text in own}
        _write_table(DIST, language["tag"], translations)
        own = _translations(folder / f"{WORKSHOP}.po") | _translations(folder / f"{JUDGE}.po")
        judged = {text: own[text] for text in messages() if text in own}
        _write_table(Path(str(FOLDER)), language["tag"], judged)


def _write_table(folder: Path, tag: str, translations: dict[str, str]) -> None:
    text = json.dumps(
        dict(sorted(translations.items())), ensure_ascii=False, indent=0, allow_nan=False
    )
    (folder / f"translations.{tag}.json").write_text(text + "\n", "utf-8")


def _own_words(notebook: Path) -> Iterator[str]:
    """The texts that only this notebook gives its widgets."""
    for cell in nbformat.read(notebook, as_version=4).cells:
        for output in cell.get("outputs", []):
            yield from widgets.words(output.get("data", {}).get("text/html", ""))


def _translations(path: Path) -> dict[str, str]:
    return {str(m.id): str(m.string) for m in read(path) if m.id and m.string and not m.fuzzy}
