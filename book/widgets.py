"""The widgets of the notebooks in the static page: one local script, only on pages that need it."""

import json
import runpy
from pathlib import Path

HERE = Path(__file__).parent
SOURCES = HERE.parent / "bert_core/widgets/sources.py"
SCRIPT = "book-widgets.js"


def bundle() -> str:
    """The host, called with the sources of all widgets: a classic script that works from file://."""
    sources = runpy.run_path(str(SOURCES))["sources"]()  # importing bert_core would load torch
    host = (HERE / "widget_host.js").read_text("utf-8")
    return f"({host.rstrip()})({json.dumps(sources)});\n"


def _write_bundle(app) -> None:
    Path(app.doctreedir, "static", SCRIPT).write_text(bundle(), "utf-8")


def _link_script(app, pagename, templatename, context, doctree) -> None:
    if "data-afm=" in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="async")


def setup(app):
    """Write the script once; link it where a widget is."""
    app.connect("builder-inited", _write_bundle)
    app.connect("html-page-context", _link_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
