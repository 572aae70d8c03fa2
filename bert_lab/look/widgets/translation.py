"""Translates what widgets say in a notebook of another language.

The first cell of such a notebook sets BERT_LAB_LANGUAGE before anything is imported. Code and its
texts stay English in Python; what goes to the browser is translated on its way.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGE = os.environ.get("BERT_LAB_LANGUAGE", "")  # a language's tag, "zh-Hans"
DIST = Path(__file__).parent / "dist"
# Traits with words of the notebook's own, by widget: "parts.*.text" is the text in each of a list.
TRANSLATED = {
    "bert_alive": ["say"],
    "check": [
        *("question", "because", "hint", "unit", "shown"),
        *("parts.*.text", "parts.*.says", "near.*.1"),
    ],
    "meaning_search": ["searches.*"],
}


def places(name: str, state: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of each text for readers in the state of this widget."""
    for path in TRANSLATED.get(name, ()):
        yield from _spots(state, path.split("."))


def _spots(value: Any, path: list[str]) -> Iterator[tuple[Any, Any]]:
    key, *rest = path
    if isinstance(value, list):
        keys: list[Any] = list(range(len(value))) if key == "*" else [int(key)]
    else:
        keys = list(value) if key == "*" else [key] if key in value else []
    for one in keys:
        if rest:
            yield from _spots(value[one], rest)
        elif isinstance(value[one], str):
            yield value, one


def translated(name: str, state: dict) -> dict:
    """A copy of the state in the notebook's language; what has no translation stays English."""
    if not _table():
        return state
    state = {key: _copied(value) for key, value in state.items()}
    for box, key in places(name, state):
        box[key] = _table().get(box[key], box[key])
    return state


def _copied(value: Any) -> Any:
    """A deep copy of lists and dicts, tuples as lists; other values may be large and are shared."""
    if isinstance(value, dict):
        return {key: _copied(one) for key, one in value.items()}
    return [_copied(one) for one in value] if isinstance(value, (list, tuple)) else value


def with_words(module: Path) -> Path | str:
    """A widget's module, preceded by its messages in the notebook's language."""
    words = DIST / f"words.{LANGUAGE}.js"
    return words.read_text("utf-8") + module.read_text("utf-8") if words.exists() else module


@cache
def _table() -> dict[str, str]:
    """{English: translation}; empty in English."""
    file = DIST / f"translations.{LANGUAGE}.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else {}
