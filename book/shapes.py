"""Shapes in colour: `(B, T, D)` in the text and in code comments, one colour per axis.

The letters and their colours are those of `bert_lab.look.shapes`, read without importing torch.
"""

import ast
import re
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "bert_lab/look/shapes.py"
RULE = "{scope} .axis-{letter}{{color:{colour}}}\n"
GROUND = (("html", 1), ('html[data-theme="dark"]', 2))  # which colour of an axis goes where
COMMENT = re.compile(r'(?<=<span class="c1">)[^<]+(?=</span>)')  # as Pygments marks it
LITERAL = re.compile(r'(?<=<code class="docutils literal notranslate">).+?(?=</code>)')
TAG = re.compile(r"<[^>]*>")
SIZE = r"[A-Z0-9](?:[A-Z0-9 +*/-]*[A-Z0-9])?"  # T, 12, N * K
SHAPE = re.compile(rf"\({SIZE},(?: {SIZE},)*(?: {SIZE})?\)")


def axes() -> dict[str, tuple[str, str, str]]:
    """{letter: (meaning, colour on light, colour on dark)} as `AXES` of the package states it."""
    for node in ast.parse(SOURCE.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "AXES":
            pairs = zip(node.value.keys, node.value.values, strict=True)
            return {key.value: tuple(arg.value for arg in call.args) for key, call in pairs}
    raise LookupError(f"expected an assignment to AXES in {SOURCE}")


def coloured(body: str) -> str:
    """HTML in which each axis letter of a shape has a class of its own; the text is the same."""
    letter = re.compile(rf"\b([{''.join(axes())}])\b")

    def mark(shape: str) -> str:
        return letter.sub(r'<span class="axis-\1">\1</span>', shape)

    def literal(match: re.Match) -> str:
        return mark(match[0]) if SHAPE.fullmatch(TAG.sub("", match[0])) else match[0]

    body = COMMENT.sub(lambda match: SHAPE.sub(lambda shape: mark(shape[0]), match[0]), body)
    return LITERAL.sub(literal, body)


def _write_styles(app) -> None:
    rules = (
        RULE.format(scope=scope, letter=letter, colour=axis[column])
        for scope, column in GROUND
        for letter, axis in axes().items()
    )
    Path(app.doctreedir, "static/axes.css").write_text("".join(rules), "utf-8")
    app.add_css_file("axes.css", priority=900)


def _colour(app, pagename, templatename, context, doctree) -> None:
    context["body"] = coloured(context.get("body", ""))


def setup(app):
    """Write the colours; mark the letters when a page is written."""
    app.connect("builder-inited", _write_styles)
    app.connect("html-page-context", _colour)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
