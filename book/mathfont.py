"""The font for MathML: STIX Two Math, cut down to the characters that the built book uses."""

import html
import re
from importlib.resources import files
from pathlib import Path

from book.fonts import write_subset

STYLES = Path(__file__).parent / "node_modules/temml/dist/Temml-STIX2.css"
FONT_FACE = '@font-face{font-family:STIX2;src:url(math.woff2) format("woff2");font-display:block}\n'
MATH = re.compile(r"<math.*?</math>", re.DOTALL)
TEXT = re.compile(r">([^<>]*)<")
# Drawn without being written: the root sign, and fences that stretch.
IMPLIED = set(map(ord, "√()[]{}|0123456789"))
# (first, last, start of the mathematical italic alphabet): a browser slants a lone letter in <mi>.
ITALIC = (
    (0x41, 0x5A, 0x1D434),
    (0x61, 0x7A, 0x1D44E),
    (0x391, 0x3A9, 0x1D6E2),
    (0x3B1, 0x3C9, 0x1D6FC),
)
ITALIC_H = 0x210E  # Unicode had this one before the alphabet and left a hole there
FEATURES = ["ssty", "dtls", "flac", "kern", "ss01", "ss04"]


def code_points(page: str) -> set[int]:
    """Every character that the formulas of an HTML page need from the font."""
    formulas = MATH.findall(page)
    written = {
        ord(c)
        for formula in formulas
        for text in TEXT.findall(formula)
        for c in html.unescape(text)
    }
    slanted = {
        ITALIC_H if code == ord("h") else start + code - first
        for code in written
        for first, last, start in ITALIC
        if first <= code <= last
    }
    return written | slanted | (IMPLIED if formulas else set())


def _link_styles(app, pagename, templatename, context, doctree) -> None:
    if "<math" in context.get("body", ""):
        app.add_css_file("maths/math.css")


def _write_assets(app, exception) -> None:
    if exception or app.builder.format != "html":
        return
    pages = (path.read_text("utf-8") for path in Path(app.outdir).rglob("*.html"))
    codes = set().union(*map(code_points, pages))
    folder = Path(app.outdir, "_static/maths")
    folder.mkdir(parents=True, exist_ok=True)
    font = str(files("ziamath.fonts") / "STIXTwoMath-Regular.ttf")
    options = {"layout_features": FEATURES, "notdef_outline": True, "hinting": False}
    write_subset(font, folder / "math.woff2", codes, **options)
    rules = re.sub(r"@font-face\s*\{.*?\}", "", STYLES.read_text("utf-8"), flags=re.DOTALL)
    (folder / "math.css").write_text(FONT_FACE + rules, "utf-8")


def setup(app):
    """Style the pages that have formulas; write the font when all pages are known."""
    app.connect("html-page-context", _link_styles)
    app.connect("build-finished", _write_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
