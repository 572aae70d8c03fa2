"""The figures of the notebooks, drawn in the page: they follow its colours and its width.

In an `<img>`, ink would stay black on a dark page. Beside each notebook lie two drawings of every
figure (tools/notebooks.py), for the column of a desktop and for that of a phone; the style sheet
shows the one that fits. So it is with a drawing in `figures/` that has a NAME.narrow.svg beside it
(tools/stills.py). A figure without drawings stays a picture.
"""

from html import escape
from pathlib import Path

from docutils import nodes

KINDS = ("wide", "narrow")  # in the order that figures.css expects


def drawings(folder: Path, name: str) -> str:
    """The SVG elements of the figure with this name, one after the other; "" if it has none."""
    files = [folder / f"{name}.{kind}.svg" for kind in KINDS]
    return "".join(file.read_text("utf-8") for file in files if file.exists())


def both(picture: Path) -> str:
    """The elements of this SVG and of its narrow twin; "" if it has none."""
    narrow = picture.with_suffix(".narrow.svg")
    return picture.read_text("utf-8") + narrow.read_text("utf-8") if narrow.exists() else ""


def _draw(app, doctree, docname) -> None:
    folder = Path(app.env.doc2path(docname)).parent / "figures"
    for figure in doctree.findall(nodes.figure):
        for picture in list(figure.findall(nodes.image))[:1]:
            found = [drawings(folder, name) for name in figure["ids"]]
            if svg := "".join(found) or both(Path(app.srcdir, picture["uri"])):
                words = escape(picture.get("alt", ""))
                html = f'<div class="drawing" role="img" aria-label="{words}">{svg}</div>'
                picture.replace_self(nodes.raw("", html, format="html"))


def setup(app):
    """Put the drawings where the pictures were, when a page is written."""
    app.connect("doctree-resolved", _draw)
    app.add_css_file("figures.css", priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
