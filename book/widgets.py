"""Scripts of the notebooks' widgets, linked on the static pages that show them.

The mini-BERT is one more script, fetched by those of widgets that compute the model, and so are
each earlier state of its training and the trainer. Scripts, because a browser lets no page on
file:// read a file in another way. The released BERT is a file: it is large, and comes only when a
reader asks for it.
"""

import base64
import json
import re
import runpy
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from zlib import crc32

from book.bundles import build
from book.languages import SOURCE
from book.released import packed_file

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "bert_lab"
MODEL, TWIN = "mini-bert", "any-share"
SHARED = "widgets.js"


def bundles(language: str = SOURCE) -> dict[str, str]:
    """{file name: classic script} of the widgets' shared code and of each widget.

    Each brings what it says in English and in this language.

    A widget puts itself on a list; the host, which comes with what they share, takes it from there,
    whichever script is first.
    """
    return _build(language)["page"]


def scripts(language: str = SOURCE) -> dict[str, str]:
    """{file name: text} of everything that pages with widgets may load."""
    return bundles(language) | {f"{name}.js": text for name, text in _on_request().items()}


def script(name: str) -> str:
    """The name of this widget's script file."""
    return f"widget-{name}.js"


def scripts_of(names: Iterable[str], language: str = SOURCE) -> list[str]:
    """The script files of these widgets and of widgets nested in them."""
    shown, needs = set(names), _build(language)["needs"]
    return sorted(script(name) for name in shown.union(*(needs[name] for name in shown)))


@cache
def checkpoints() -> dict[str, str]:
    """{name: classic script} of the mini-BERT, of its twin that can write, and of its snapshots.

    A snapshot after N updates is mini-bert-N.

    A script leaves the bytes where the host looks for them.
    """
    folder = PACKAGE / "assets" / MODEL
    found = {MODEL: _run("checkpoint/packing.py")["pack_folder"](folder)}
    (twin,) = (PACKAGE / "assets" / TWIN).glob("*.safetensors")
    found[TWIN] = twin.read_bytes()
    for path in sorted((folder / "states").glob("*.safetensors")):
        found[f"{MODEL}-{path.stem}"] = path.read_bytes()
    return {name: left(name, base64.b64encode(data).decode()) for name, data in found.items()}


def page_trainer() -> str:
    """The classic script with everything for training in the page (look/page_trainer)."""
    return left("page_trainer", _run("look/page_trainer.py")["parts"]())


def left(name: str, value: str | dict) -> str:
    """A classic script that leaves this where the host looks for it."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return f'(globalThis.bertCheckpoints ??= {{}})["{name}"] = {text};\n'


@cache
def _on_request() -> dict[str, str]:
    return checkpoints() | {"page_trainer": page_trainer()}


@cache
def _addresses() -> tuple[tuple[str, str], ...]:
    # The digest makes a browser fetch a retrained model and keep an old one otherwise. It is made
    # as Sphinx makes it, which links the model in pages: two addresses would be two requests.
    return tuple(
        (name, f"{name}.js?v={crc32(text.encode()):08x}") for name, text in _on_request().items()
    )


def _build(language: str) -> dict[str, dict]:
    model = packed_file()
    above = "" if language == SOURCE else "../../_static/"  # one of each for all languages
    addresses = (*_addresses(), ("library", above + "library.js"))  # book.search writes that
    return build(addresses, (above + model.name, model.stat().st_size), language)


@cache
def _run(name: str) -> dict:
    """The namespace of a file of bert_lab, run without importing torch."""
    return runpy.run_path(str(PACKAGE / name))


def _write_scripts(app) -> None:
    folder = Path(app.doctreedir, "static")
    for name, text in scripts(app.config.language).items():
        (folder / name).write_text(text, "utf-8")
    if app.config.language == SOURCE:
        shutil.copy(packed_file(), folder)


def _link_scripts(app, pagename, templatename, context, doctree) -> None:
    body = context.get("body", "")
    for file in scripts_of(re.findall(r'data-afm="(\w+)"', body), app.config.language):
        app.add_js_file(file, loading_method="async", fetchpriority="high", priority=100)
    if 'data-afm="' in body:
        app.add_js_file(SHARED, loading_method="async", fetchpriority="high", priority=100)
    if re.search(f'"checkpoint": ?"{MODEL}"', body):
        # A widget would ask for the model when it starts; it can be there by then. It stands before
        # the first script that a page waits for, since a browser looks no further ahead than that.
        app.add_js_file(f"{MODEL}.js", loading_method="async", fetchpriority="high", priority=101)
        # So can the earlier state that a picture opens with, one of whose training is lit.
        for step in sorted({*re.findall(r'"lit": ?\["training"\][^<]*?"step": ?(\d+)', body)}):
            if f"{MODEL}-{step}" in checkpoints():
                app.add_js_file(f"{MODEL}-{step}.js", loading_method="async", priority=102)


def setup(app):
    """Write the scripts once; link them, and the model, on pages with widgets."""
    app.connect("builder-inited", _write_scripts)
    app.connect("html-page-context", _link_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
