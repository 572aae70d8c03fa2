"""The front end of the widgets, read with the standard library alone.

The book is built without torch, so it runs this file by path; of the package, only the colours are
imported.

`modules.json` says for each widget which JavaScript files its module is made of: a long one stands
in several, and one that computes the model has `mini_bert` before its own. No file may import
another one by a relative path, since notebooks hand a module over as text.
"""

import json
from pathlib import Path

from bert_lab.look.colours import css

HERE = Path(__file__).parent


def widgets() -> list[str]:
    """The names of all widgets."""
    return list(_modules())


def source(widget: str) -> dict[str, str]:
    """{"esm": JavaScript module, "css": style sheet}: what all share, then its own."""
    files = ["base", *_modules()[widget]]
    return {
        "esm": "".join(_read(f"{file}.js") for file in files),
        "css": css(".bert-widget") + _read("base.css") + _read(f"{widget}.css"),
    }


def _modules() -> dict[str, list[str]]:
    return json.loads(_read("modules.json"))


def _read(name: str) -> str:
    return (HERE / name).read_text("utf-8")
