"""Lay out off-screen sections of long pages after the page has loaded.

Laying out all of a chapter takes a slow machine as long as everything else together. sections.css
lets sections wait (`content-visibility`), sections.js ends it, one section after the other. The
theme's script measured every box of a page as soon as it was loaded, for which all had to be laid
out, and again after each change; that call is cut here, and sections.js does what it was for.

Gain: there is text 16 % earlier (quartiles 0 and 23 %), and all of a page 9 % (1 and 34 %). It
costs a quarter more work in all, most of it when the page is complete.
"""

import re
from pathlib import Path

from book.speed.icons import THEME

SCRIPT = "scripts/pydata-sphinx-theme.js"
MEASURING = re.compile(
    r'"complete"===document\.readyState\?(\w+)\(\):window\.addEventListener\("load",\1\)'
)
# A page that is opened at its top may have its later sections laid out later, by a browser that
# holds still what is read while heights above it change.
MAY_WAIT = """
  if (!location.hash && performance.getEntriesByType("navigation")[0]?.type === "navigate"
      && window.requestIdleCallback && CSS.supports("overflow-anchor: auto"))
    document.documentElement.dataset.later = "";
"""


def without_measuring(script: str) -> str:
    """The theme's script without its measuring of all boxes; ValueError if it has changed."""
    rest, found = MEASURING.subn("0", script)  # an operand of a comma
    if found != 1:
        raise ValueError(
            f"one call of the theme's script was to be cut, {found} fit: see "
            "book/speed/sections.py for what it does, and look for it in the theme's new version"
        )
    return rest


def _cut(app, exception) -> None:
    script = Path(app.outdir, "_static", SCRIPT)
    if not exception and script.exists():  # only pages have scripts
        script.write_text(without_measuring((THEME / SCRIPT).read_text("utf-8")), "utf-8")


def setup(app):
    """Add styles and scripts; patch the theme's script after all files are written."""
    app.add_css_file("sections.css", priority=900)
    app.add_js_file(None, body=MAY_WAIT)
    app.add_js_file("sections.js")
    app.connect("build-finished", _cut)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
