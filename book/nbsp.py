"""Put a no-break space between a number and its per cent sign.

In prose and in what notebooks show as HTML, not in code, which is to be copied as it is.
"""

import re

from docutils import nodes
from sphinx.transforms import SphinxTransform

PERCENT = re.compile(r"(?<=\d) %")
PERCENT_OR_CODE = re.compile(rf"(<(script|style|pre|code)\b.*?</\2>)|{PERCENT.pattern}", re.DOTALL)
AS_WRITTEN = (nodes.literal, nodes.FixedTextElement, nodes.raw)


def joined(text: str) -> str:
    """The text with no-break spaces before per cent signs."""
    return PERCENT.sub("\N{NO-BREAK SPACE}%", text)


def joined_html(html: str) -> str:
    """The same for HTML, except in scripts and code."""
    return PERCENT_OR_CODE.sub(lambda found: found[1] or "\N{NO-BREAK SPACE}%", html)


class Percent(SphinxTransform):
    """Runs early enough to change titles in tables of contents, too."""

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
    """Insert the spaces when a page is read."""
    app.add_transform(Percent)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
