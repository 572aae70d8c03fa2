"""Sections that moved: a link to the old place says where it went, and with a script goes there.

`moved.yml`, beside `_toc.yml`, says page by page which label went where. At the end of such a page
stands a line for each, which is seen only by who follows a link to it (moved.css).
"""

from pathlib import Path

import yaml
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util import logging

TABLE = "moved.yml"
logger = logging.getLogger(__name__)


def table(root: Path) -> dict[str, dict[str, str]]:
    """{page: {label that stood there: label of its new place}}."""
    path = root / TABLE
    return (yaml.safe_load(path.read_text("utf-8")) or {}) if path.exists() else {}


def _signpost(page: str, old: str, new: str) -> nodes.paragraph:
    there = pending_xref(
        "",
        nodes.inline("", new),
        refdomain="std",
        reftype="ref",
        reftarget=new,
        refexplicit=False,
        refdoc=page,
        refwarn=True,
    )
    line = nodes.paragraph(
        "",
        "",
        nodes.Text("This part has moved: "),
        there,
        nodes.Text("."),
        ids=[old],
        classes=["moved"],
    )
    there.source = line.source = f"{TABLE}, {page}, {old}"
    return line


def _put(app, doctree) -> None:
    page, root = app.env.docname, Path(app.srcdir)
    if (root / TABLE).exists():
        app.env.note_dependency(str(root / TABLE))
    for old, new in table(root).get(page, {}).items():
        if old in doctree.ids:
            logger.warning("%s: %s has not moved from %s", TABLE, old, page, location=page)
        else:
            next(doctree.findall(nodes.section)).append(_signpost(page, old, new))


def _check(app, env) -> None:
    for page in table(Path(app.srcdir)).keys() - env.found_docs:
        logger.warning("%s: expected a page of the book, got %s", TABLE, page)


def setup(app):
    """Put the lines where pages are read, after their words have been counted."""
    app.connect("doctree-read", _put, priority=600)
    app.connect("env-check-consistency", _check)
    app.add_css_file("moved.css", priority=900)
    app.add_js_file("moved.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
