"""Shapes in colour: `(B, T, D)` in the text and in code comments, one colour per axis.

The letters and their colours are those of `bert_lab.look.colours`, whose whole table becomes
custom properties of the pages: figures use it, too.
"""

import re
from pathlib import Path

from bert_lab.look.colours import COLOURS, css

LETTERS = "".join(name[-1] for name in COLOURS if name.startswith("axis-"))
COMMENT = re.compile(r'(?<=<span class="c1">)[^<]+(?=</span>)')  # as Pygments marks it
LITERAL = re.compile(r'(?<=<code class="docutils literal notranslate">).+?(?=</code>)')
TAG = re.compile(r"<[^>]*>")
SIZE = r"[A-Z0-9](?:[A-Z0-9 +*/-]*[A-Z0-9])?"  # T, 12, N * K
SHAPE = re.compile(rf"\({SIZE},(?: {SIZE},)*(?: {SIZE})?\)")


def coloured(body: str) -> str:
    """HTML in which each axis letter of a shape has its own class; the text is unchanged."""
    letter = re.compile(rf"\b([{LETTERS}])\b")

    def mark(shape: str) -> str:
        return letter.sub(r'<span class="axis-\1">\1</span>', shape)

    def literal(match: re.Match) -> str:
        return mark(match[0]) if SHAPE.fullmatch(TAG.sub("", match[0])) else match[0]

    body = COMMENT.sub(lambda match: SHAPE.sub(lambda shape: mark(shape[0]), match[0]), body)
    return LITERAL.sub(literal, body)


def _write_styles(app) -> None:
    rules = "".join(f".axis-{letter}{{color:var(--axis-{letter})}}\n" for letter in LETTERS)
    Path(app.doctreedir, "static/colours.css").write_text(css("html") + rules, "utf-8")
    app.add_css_file("colours.css", priority=900)


def _colour(app, pagename, templatename, context, doctree) -> None:
    context["body"] = coloured(context.get("body", ""))


def setup(app):
    """Write the colours; tag the letters when a page is written."""
    app.connect("builder-inited", _write_styles)
    app.connect("html-page-context", _colour)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
