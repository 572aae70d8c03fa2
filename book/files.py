"""Fewer files, and none that holds up the text: one style sheet a page, scripts after the page.

Sphinx and its extensions link a dozen style sheets and as many scripts, each a request of its own,
and a browser shows no text before it has them all.
"""

import os
import re
from hashlib import sha256
from pathlib import Path

LINK = re.compile(r'[ \t]*<link [^>]*?rel="stylesheet"[^>]*>\n?')
HREF = re.compile(r'href="([^"?]+)')
IMPORT = re.compile(r'@import "([^"]+)";')
ADDRESS = re.compile(r"url\(['\"]?([\w./-]+)['\"]?\)")  # no data:, no fragment
CHARSET = re.compile(r'@charset "[^"]*";')
# The page's own scripts set values in the object that this one makes.
AT_ONCE = "documentation_options.js"


def joined(sheets: list[Path], folder: Path) -> str:
    """The text of these style sheets as one in `folder`: imports read, addresses made to fit."""

    def read(sheet: Path) -> str:
        def moved(address: re.Match) -> str:
            return f"url({os.path.relpath(sheet.parent / address[1], folder)})"

        text = ADDRESS.sub(moved, CHARSET.sub("", sheet.read_text("utf-8")))
        return IMPORT.sub(lambda found: read(sheet.parent / found[1]), text)

    return '@charset "utf-8";\n' + "\n".join(map(read, sheets))


def _join_styles(app, exception) -> None:
    """Put one style sheet into each page in place of its many."""
    if exception:
        return
    folder = Path(app.outdir, "_static")
    pages = (p for p in Path(app.outdir).rglob("*.html") if folder not in p.parents)
    for page in pages:
        html = page.read_text("utf-8")
        links = LINK.findall(html)
        if not links:
            continue  # the page that leads from index.html to the introduction
        sheets = [(page.parent / HREF.search(link)[1]).resolve() for link in links]
        text = joined(sheets, folder)
        joint = folder / f"styles-{sha256(text.encode()).hexdigest()[:8]}.css"
        joint.write_text(text, "utf-8")
        link = f'    <link rel="stylesheet" href="{os.path.relpath(joint, page.parent)}" />\n'
        first = html.index(links[0])
        page.write_text(html[:first] + link + LINK.sub("", html[first:]), "utf-8")


def _defer_scripts(app, pagename, templatename, context, doctree) -> None:
    for script in context["script_files"]:
        at_once = AT_ONCE in str(script.filename) or "async" in script.attributes
        if script.filename and not at_once:
            script.attributes["defer"] = "defer"


def setup(app):
    """Defer scripts page by page; join the style sheets when all, the theme's too, are written."""
    app.connect("html-page-context", _defer_scripts, priority=900)
    app.connect("build-finished", _join_styles, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
