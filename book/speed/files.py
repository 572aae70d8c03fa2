"""Fewer requests: one style sheet and one script per page; only styles block rendering.

Sphinx, its theme and its extensions link a dozen style sheets and as many scripts. Each is a
request of its own, a browser shows no text before it has them all, and it draws the page anew
between one script and the next.

Gain: there is text 72 % earlier (quartiles 67 and 75 %), and all of a page 27 % (17 and 56 %).
"""

import os
import re
from hashlib import sha256
from pathlib import Path

from book.languages import languages

LINK = re.compile(r'[ \t]*<link [^>]*?rel="stylesheet"[^>]*>\n?')
SCRIPT = re.compile(r"[ \t]*<script [^>]*?\bdefer\b[^>]*></script>\n?")
ADDRESS = re.compile(r'(?:href|src)="([^"?]+)')
IMPORT = re.compile(r'@import "([^"]+)";')
URL = re.compile(r"url\(['\"]?([\w./-]+)['\"]?\)")  # no data:, no fragment
CHARSET = re.compile(r'@charset "[^"]*";')
# The page's own scripts set values in the object that this one makes: it stands in the page, too.
AT_ONCE = "documentation_options.js"
AT_ONCE_TAG = re.compile(rf'<script src="[^"]*{re.escape(AT_ONCE)}[^"]*"></script>')


def joined_styles(sheets: list[Path], folder: Path) -> str:
    """These style sheets as one for `folder`: imports inlined, addresses rewritten."""

    def read(sheet: Path) -> str:
        def moved(address: re.Match) -> str:
            return f"url({os.path.relpath(sheet.parent / address[1], folder)})"

        text = URL.sub(moved, CHARSET.sub("", sheet.read_text("utf-8")))
        return IMPORT.sub(lambda found: read(sheet.parent / found[1]), text)

    return '@charset "utf-8";\n' + "\n".join(map(read, sheets))


def joined_scripts(scripts: list[Path], folder: Path) -> str:
    """The text of these classic scripts as one.

    The semicolons part them, and keep a first "use strict" from holding for all.
    """
    return "".join(f";{script.read_text('utf-8')}\n" for script in scripts)


def linked(html: str, page: Path, folder: Path, tag: re.Pattern, join, name: str, link: str) -> str:
    """The HTML with one link, at the first one's place, instead of all that match the tag."""
    tags = tag.findall(html)
    if len(tags) < 2:
        return html
    files = [(page.parent / ADDRESS.search(one)[1]).resolve() for one in tags]
    text = join(files, folder)
    joint = folder / name.format(sha256(text.encode()).hexdigest()[:8])
    joint.write_text(text, "utf-8")
    first = html.index(tags[0])
    new = link.format(os.path.relpath(joint, page.parent))
    return html[:first] + new + tag.sub("", html[first:])


def standing(html: str, script: str) -> str:
    """The HTML with this script inlined instead of linked."""
    text = re.sub(r"\s+", " ", script).strip()
    return AT_ONCE_TAG.sub(lambda _: f"<script>{text}</script>", html)


def _join_files(app, exception) -> None:
    if exception:
        return
    folder = Path(app.outdir, "_static")
    at_once = folder / AT_ONCE
    script = at_once.read_text("utf-8") if at_once.exists() else ""  # only pages have scripts
    # `_static`, and languages that were built beside these pages before
    own = (one["folder"] for one in languages().values() if one["folder"])
    others = {folder, *(Path(app.outdir, one) for one in own)}
    for page in (p for p in Path(app.outdir).rglob("*.html") if not others & set(p.parents)):
        html = standing(page.read_text("utf-8"), script)
        for joining in JOINED:
            html = linked(html, page, folder, *joining)
        page.write_text(html, "utf-8")


JOINED = [
    (LINK, joined_styles, "styles-{}.css", '    <link rel="stylesheet" href="{}" />\n'),
    (SCRIPT, joined_scripts, "scripts-{}.js", '    <script defer src="{}"></script>\n'),
]


def _deferred(script):
    """Defer a script of Sphinx's, unless it is inlined or async."""
    if not script.filename or AT_ONCE in str(script.filename) or "async" in script.attributes:
        return script
    attributes = script.attributes | {"defer": "defer"}
    return type(script)(script.filename, priority=script.priority, **attributes)


def _defer_scripts(app, pagename, templatename, context, doctree) -> None:
    context["script_files"] = [_deferred(script) for script in context["script_files"]]


def setup(app):
    """Defer scripts page by page; join files after all, including the theme's, are written."""
    app.connect("html-page-context", _defer_scripts, priority=900)
    app.connect("build-finished", _join_files, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
