"""The front end of the widgets, read with the standard library alone.

The book is built without torch, so it runs this file by path; of the package, only the colours are
imported.

`modules.json` says for each widget which JavaScript files its module is made of: a long one stands
in several, one that computes the model has `mini_bert` before its own, and one that draws a pass
has the living picture's. The name of another widget stands for all of it: a constant of that name
is its default export. No file may import another one by a relative path, since notebooks hand a
module over as text.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path

from bert_lab.look.colours import css

HERE = Path(__file__).parent
COMMON = ("base", "allowed", "picture")  # at the start of every widget's module
STYLES = ("base", "picture")


def widgets() -> list[str]:
    """The names of all widgets."""
    return list(_modules())


def source(widget: str) -> dict[str, str]:
    """{"esm": JavaScript module, "css": style sheet}: what all share, then its own."""
    files, others = _files(widget), contained(widget)
    inner = {name: _scripts(file for file in _files(name) if file not in files) for name in others}
    closed = "".join(f"const {name} = ({as_function(esm)})();\n" for name, esm in inner.items())
    common = _scripts([*COMMON, *(file for file in files if file in _shared_files())])
    style = _common_css() + "".join(own(name)["css"] for name in [*others, widget])
    return {"esm": common + closed + own(widget)["esm"], "css": style}


def shared() -> dict[str, str]:
    """What several widgets have in common, in the same form: a page gets it once."""
    return {"esm": _scripts([*COMMON, *_shared_files()]), "css": _common_css()}


def own(widget: str) -> dict[str, str]:
    """What a widget adds to it."""
    files = [file for file in _files(widget) if file not in _shared_files()]
    return {"esm": _scripts(files), "css": _read(f"{widget}.css")}


def contained(widget: str) -> list[str]:
    """The widgets that this one has inside."""
    return [name for name in _modules()[widget] if name != widget and name in _modules()]


def as_function(esm: str, takes: str = "") -> str:
    """A JavaScript module that imports nothing as a function that returns its default export.

    `takes`: its parameters, the names that the module uses and doesn't define.
    """
    body = re.sub("^export (default )?", lambda e: "return " if e[1] else "", esm, flags=re.M)
    return f"({takes}) => {{\n{body}}}"


def _files(widget: str) -> list[str]:
    return [file for file in _modules()[widget] if file not in contained(widget)]


@cache  # asked for once for each file of each widget
def _shared_files() -> list[str]:
    """The files that two widgets or more are made of, in the order in which they name them."""
    uses = Counter(chain.from_iterable(_files(widget) for widget in widgets()))
    return [file for file, number in uses.items() if number > 1]


def _common_css() -> str:
    return css(".bert-widget") + "".join(_read(f"{name}.css") for name in STYLES)


def _scripts(files: Iterable[str]) -> str:
    return "".join(_read(f"{file}.js") for file in files)


@cache
def _modules() -> dict[str, list[str]]:
    return json.loads(_read("modules.json"))


def _read(name: str) -> str:
    return (HERE / name).read_text("utf-8")
