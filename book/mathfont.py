"""The font for MathML: STIX Two Math, subset to the characters of the built book."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

from fontTools.ttLib import TTFont

from book.fonts import write_subset

STYLES = Path(__file__).parents[1] / "node_modules/temml/dist/Temml-STIX2.css"
FONT_FACE = '@font-face{font-family:STIX2;src:url(math.woff2) format("woff2");font-display:block}\n'
MATH = re.compile(r"<math.*?</math>", re.DOTALL)
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
# Which children stand smaller: the index of the first. (A fraction's do within a line.)
SCRIPTS = {"msub": 1, "msup": 1, "msubsup": 1, "munder": 1, "mover": 1, "munderover": 1, "mfrac": 0}
FEATURES = ["ssty", "dtls", "flac", "kern", "ss01", "ss04"]


def code_points(page: str) -> set[int]:
    """Every character that the formulas of an HTML page need from the font."""
    found = _formulas(page)
    return _drawn(formula.itertext() for formula in found) | (IMPLIED if found else set())


def small_code_points(page: str) -> set[int]:
    """Those of them that also appear smaller, such as in subscripts."""
    return _drawn(part.itertext() for formula in _formulas(page) for part in _smaller(formula))


def _formulas(page: str) -> list[ElementTree.Element]:
    return [ElementTree.fromstring(formula) for formula in MATH.findall(page)]


def _smaller(formula: ElementTree.Element) -> Iterator[ElementTree.Element]:
    for element in formula.iter():
        yield from element[SCRIPTS.get(element.tag.rpartition("}")[2], len(element)) :]
        if "scriptlevel" in element.attrib:
            yield element


def _drawn(texts: Iterable[Iterable[str]]) -> set[int]:
    """The characters of these texts, and the italics drawn for single letters."""
    written = {ord(c) for text in chain.from_iterable(texts) for c in text}
    slanted = {
        ITALIC_H if code == ord("h") else start + code - first
        for code in written
        for first, last, start in ITALIC
        if first <= code <= last
    }
    return written | slanted


def _keep_small_forms(font: TTFont, codes: set[int]) -> None:
    """Keep small-size glyph variants, half of the font, only for `codes`."""
    table = font["GSUB"].table
    kept = {name for code, name in (font.getBestCmap() or {}).items() if code in codes}
    records = [r for r in table.FeatureList.FeatureRecord if r.FeatureTag == "ssty"]
    for index in {i for record in records for i in record.Feature.LookupListIndex}:
        for forms in table.LookupList.Lookup[index].SubTable:
            for name in forms.alternates.keys() - kept:
                del forms.alternates[name]


def _link_styles(app, pagename, templatename, context, doctree) -> None:
    if "<math" in context.get("body", ""):
        app.add_css_file("maths/math.css")


def write_font(target: Path, pages: Iterable[str]) -> None:
    """Write the font for the formulas of these HTML pages."""
    codes, small = set(), set()
    for page in pages:
        codes |= code_points(page)
        small |= small_code_points(page)
    font = str(files("ziamath.fonts") / "STIXTwoMath-Regular.ttf")
    options = {"layout_features": FEATURES, "notdef_outline": True, "hinting": False}
    trim = partial(_keep_small_forms, codes=small)
    write_subset(font, target, codes, trim, **options)


def _write_assets(app, exception) -> None:
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir, "_static/maths")
    folder.mkdir(parents=True, exist_ok=True)
    pages = Path(app.outdir).rglob("*.html")
    write_font(folder / "math.woff2", (path.read_text("utf-8") for path in pages))
    rules = re.sub(r"@font-face\s*\{.*?\}", "", STYLES.read_text("utf-8"), flags=re.DOTALL)
    (folder / "math.css").write_text(FONT_FACE + rules, "utf-8")


def setup(app):
    """Style the pages that have formulas; write the font when all pages are known."""
    app.connect("html-page-context", _link_styles)
    app.connect("build-finished", _write_assets)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
