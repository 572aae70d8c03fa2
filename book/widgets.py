"""The widgets of the notebooks in the static page: one local script, only on pages that need it.

The mini-BERT is a second script, which the first one fetches where a widget computes the model. A
script, because a browser lets no page on file:// read a file in another way.
"""

import base64
import json
import runpy
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "bert_core"
SCRIPT = "book-widgets.js"
MODEL = "mini-bert"


def bundle() -> str:
    """The host, called with the sources of all widgets: a classic script that works from file://."""
    sources = _run("sources.py")["sources"]()
    # The digest makes a browser fetch a retrained model and keep an old one otherwise.
    digest = sha256(checkpoint().encode()).hexdigest()[:8]
    host = (HERE / "widget_host.js").read_text("utf-8")
    files = {MODEL: f"{MODEL}.js?v={digest}"}
    return f"({host.rstrip()})({json.dumps(sources)}, {json.dumps(files)});\n"


def checkpoint() -> str:
    """The mini-BERT as a classic script, which leaves its bytes where the host looks for them."""
    packed = _run("packing.py")["pack_folder"](PACKAGE / "assets" / MODEL)
    text = base64.b64encode(packed).decode()
    return f'(globalThis.bertCheckpoints ??= {{}})["{MODEL}"] = "{text}";\n'


def _run(name: str) -> dict:
    """The names that a file of bert_core.widgets defines; importing it would load torch."""
    return runpy.run_path(str(PACKAGE / "widgets" / name))


def _write_scripts(app) -> None:
    folder = Path(app.doctreedir, "static")
    (folder / SCRIPT).write_text(bundle(), "utf-8")
    (folder / f"{MODEL}.js").write_text(checkpoint(), "utf-8")


def _link_script(app, pagename, templatename, context, doctree) -> None:
    if "data-afm=" in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="async")


def setup(app):
    """Write the scripts once; link the widgets' where a widget is."""
    app.connect("builder-inited", _write_scripts)
    app.connect("html-page-context", _link_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
