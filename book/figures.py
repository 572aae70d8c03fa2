"""Figures of the notebooks as inline SVG, which follows the page's colours and width.

In an `<img>`, ink would stay black on a dark page. Beside each notebook lie two drawings of every
figure (tools/notebooks.py), for the column of a desktop and for that of a phone; the style sheet
shows the one that fits. So it is with a drawing in `figures/` that has a NAME.narrow.svg beside it
(tools/stills.py); their styles are the page's then, since its policy holds for elements in drawings
too. A figure without drawings stays a picture.
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes

from book.labels import translated

KINDS = ("wide", "narrow")  # in the order that figures.css expects
FIGURES = Path(__file__).parent.parent / "figures"
STYLE = re.compile(r"<style>(.*?)</style>\n?", re.DOTALL)
RULE = re.compile(r"[^{}]+\{[^{}]*\}")


def drawings(folder: Path, name: str) -> str:
    """The SVG elements of the figure with this name, concatenated; "" if it has none."""
    files = [folder / f"{name}.{kind}.svg" for kind in KINDS]
    return "".join(file.read_text("utf-8") for file in files if file.exists())


def both(picture: Path) -> str:
    """This SVG and its narrow version without styles; "" if there is no narrow one."""
    twins = [picture, picture.with_suffix(".narrow.svg")]
    if not twins[1].exists():
        return ""
    return "".join(STYLE.sub("", twin.read_text("utf-8")) for twin in twins)


def styles(folder: Path) -> str:
    """The deduplicated CSS rules of this folder's drawings that have a narrow version."""
    texts = (path.read_text("utf-8") for path in sorted(folder.glob("*.narrow.svg")))
    rules = (
        rule for text in texts for style in STYLE.findall(text) for rule in RULE.findall(style)
    )
    return "".join(dict.fromkeys(map(str.strip, rules)))


def _write_styles(app) -> None:
    Path(app.doctreedir, "static/drawings.css").write_text(styles(FIGURES), "utf-8")


def _draw(app, doctree, docname) -> None:
    if app.builder.format != "html":  # messages are asked for the alternative texts
        return
    folder = Path(app.env.doc2path(docname)).parent / "figures"
    for figure in doctree.findall(nodes.figure):
        for picture in list(figure.findall(nodes.image))[:1]:
            found = [drawings(folder, name) for name in figure["ids"]]
            if svg := "".join(found) or both(Path(app.srcdir, picture["uri"])):
                svg = translated(svg, figure.get("translated_labels", {}))
                words = escape(picture.get("alt", ""))
                role = "group" if "<a " in svg else "img"  # an image has no links
                html = f'<div class="drawing" role="{role}" aria-label="{words}">{svg}</div>'
                picture.replace_self(nodes.raw("", html, format="html"))


def setup(app):
    """Replace the images by the drawings when a page is written."""
    app.connect("builder-inited", _write_styles)
    app.connect("doctree-resolved", _draw)
    app.add_css_file("drawings.css", priority=900)
    app.add_css_file("figures.css", priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
