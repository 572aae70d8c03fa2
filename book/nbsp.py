"""A number and its per cent sign stay on one line: a no-break space between them.

In prose and in what notebooks show as HTML, not in code, which is to be copied as it is.
"""

import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

PERCENT = re.compile(r"(?<=\d) %")
PERCENT_OR_CODE = re.compile(rf"(<(script|style|pre|code)\b.*?</\2>)|{PERCENT.pattern}", re.DOTALL)
AS_WRITTEN = (nodes.literal, nodes.FixedTextElement, nodes.raw)


def joined(text: str) -> str:
    """The text with such spaces."""
    return PERCENT.sub("\N{NO-BREAK SPACE}%", text)


def joined_html(html: str) -> str:
    """HTML with such spaces, but for its scripts and its code."""
    return PERCENT_OR_CODE.sub(lambda found: found[1] or "\N{NO-BREAK SPACE}%", html)


class Percent(SphinxTransform):
    """Early enough for titles to be so in tables of contents, too."""

    default_priority = 400

    def apply(self, **kwargs) -> None:
        for text in list(self.document.findall(nodes.Text)):
            above, new = text.parent, joined(text)
            if new != text and not isinstance(above, AS_WRITTEN):
                above.replace(text, nodes.Text(new))
        for raw in self.document.findall(nodes.raw):
            if raw["format"] == "html" and (new := joined_html(raw.astext())) != raw.astext():
                raw.children = []
                raw += nodes.Text(new)


def setup(app):
    """Join them when a page is read."""
    app.add_transform(Percent)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
