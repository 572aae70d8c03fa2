"""All texts of the workshop: `assets/workshop` has a file for each stage and one for the judge.

They are English unless the environment's BERT_LAB_LANGUAGE names a language that has a table
beside them, translations.LANGUAGE.json, {English: translation}; what it lacks stays English. The
tables are made from `locale/` by `python -m tools.languages messages`.
"""

import json
import os
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, reduce
from importlib import resources
from typing import Any

FOLDER = resources.files("bert_lab") / "assets" / "workshop"
LANGUAGE = "BERT_LAB_LANGUAGE"
_NO_WORDS = ("chapter", "source", "sources")
_TOML = re.compile(r"\w.*\.toml")  # nothing hidden, as macOS' companions `._NAME`
_THINGS = {"what", "expected", "case", "axis"}
# What no line may break: Latin letters without a space, or one character with its punctuation.
_UNIT = re.compile(r"\s*[（「“]*(?:[^\s\u2e80-\uffff“”]+|.)[，。、：；！？）」”]*")


def languages() -> list[str]:
    """The tags of the languages that the judge speaks beside English, such as "zh-Hans"."""
    return sorted(
        one.name.split(".")[1] for one in FOLDER.iterdir() if one.name.startswith("translations.")
    )


def texts(name: str) -> dict[str, Any]:
    """The texts of `assets/workshop/NAME.toml`, in the environment's language."""
    return _texts(name, os.environ.get(LANGUAGE, ""))


@cache
def _texts(name: str, language: str) -> dict[str, Any]:
    words = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    if language not in languages():
        return words
    table = json.loads((FOLDER / f"translations.{language}.json").read_text("utf-8"))
    return translate_texts(words, lambda text: table.get(text, text))


def translate_texts(words: Any, translate: Callable[[str], str]) -> Any:
    """The texts of a file with each paragraph replaced by `translate` of it."""
    if isinstance(words, dict):
        return {
            k: one if k in _NO_WORDS else translate_texts(one, translate)
            for k, one in words.items()
        }
    if isinstance(words, list):
        return [translate_texts(one, translate) for one in words]
    if isinstance(words, str):
        return "\n\n".join(translate(" ".join(part.split())) for part in words.split("\n\n"))
    return words


def messages() -> list[str]:
    """All messages to translate, each once."""
    found: dict[str, None] = {}
    for file in sorted(one.name for one in FOLDER.iterdir() if _TOML.fullmatch(one.name)):
        translate_texts(
            _texts(file.removesuffix(".toml"), ""), lambda text: str(found.setdefault(text))
        )
    return list(found)


def say(key: str, **fields: object) -> str:
    """A message of `judge.toml` with its fields filled in."""
    return fill_in(texts("judge")["says"][key], **fields)


def fill_in(sentence: str, **fields: object) -> str:
    """A message with its fields filled in, those of `_THINGS` by the words for things."""
    things = texts("judge")["things"]
    own = {key: things.get(str(fields[key]), fields[key]) for key in _THINGS & fields.keys()}
    return sentence.format(**fields | own)


def join_parts(key: str, parts: Iterable[str]) -> str:
    """Parts joined pairwise by the message of this key; "" if there are none."""
    items = list(parts) or [""]  # a single number has no axes
    return reduce(lambda first, then: say(key, first=first, then=then), items)


def wrap(text: str, width: int, indent: str) -> str:
    """The text wrapped to this many columns; Chinese and Japanese characters take two."""
    lines = [""]
    for unit in _UNIT.findall(text):
        if lines[-1] and _columns(indent + lines[-1] + unit) > width:
            lines.append("")
        lines[-1] += unit if lines[-1] else unit.lstrip()
    return "\n".join(indent + line for line in lines)


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
