"""The front end of the widgets, read with the standard library alone.

The book is built without torch, so it runs this file by path; of the package, only the colours are
imported.

`modules.json` says for each widget which JavaScript files its module is made of: a long one stands
in several, and one that computes the model has `mini_bert` before its own. No file may import
another one by a relative path, since notebooks hand a module over as text.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from bert_lab.look.colours import css

HERE = Path(__file__).parent
MODEL = "mini_bert"
COMMON = ("base", "picture")  # at the start of every widget's module


def widgets() -> list[str]:
    """The names of all widgets."""
    return list(_modules())


def source(widget: str) -> dict[str, str]:
    """{"esm": JavaScript module, "css": style sheet}: what all share, then its own."""
    model = [MODEL] if MODEL in _modules()[widget] else []
    before, after = shared([*COMMON, *model]), own(widget)
    return {kind: before[kind] + after[kind] for kind in before}


def shared(files: Sequence[str] = (*COMMON, MODEL)) -> dict[str, str]:
    """What widgets have in common, in the same form: a page with several gets it once."""
    style = css(".bert-widget") + "".join(_read(f"{name}.css") for name in COMMON)
    return {"esm": "".join(_read(f"{file}.js") for file in files), "css": style}


def own(widget: str) -> dict[str, str]:
    """What a widget adds to it."""
    files = [file for file in _modules()[widget] if file != MODEL]
    return {"esm": "".join(_read(f"{file}.js") for file in files), "css": _read(f"{widget}.css")}


def _modules() -> dict[str, list[str]]:
    return json.loads(_read("modules.json"))


def _read(name: str) -> str:
    return (HERE / name).read_text("utf-8")
