"""A box that the pages of one language alone have.

It stands in the English source, in its own words, so that there is one source still:

    ```{native} zh_CN
    **中文 BERT。** ...
    ```

The pages and notebooks of other languages, and the catalogues, know nothing of it. One with a
`:name:` is found by the search of its language; its first paragraph is its title.
"""

import re
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from book.languages import SOURCE, languages

NAME = "native"
BOX = re.compile(
    rf"^(`{{3,}})\{{{NAME}\}} (\w+)\n(?::name: \S+\n)?(.*?)^\1 *$", re.MULTILINE | re.DOTALL
)


class native(nodes.General, nodes.Element):
    """The box."""


class Native(SphinxDirective):
    """Its argument is Sphinx' code of a language, other than English."""

    required_arguments = 1
    option_spec: ClassVar = {"name": directives.unchanged}
    has_content = True

    def run(self) -> list[nodes.Node]:
        (code,) = self.arguments
        if code not in languages() or code == SOURCE:
            known = [known for known in languages() if known != SOURCE]
            raise self.error(f"expected a language of {known}, got {code!r}")
        if code != self.config.language or self.env.app.builder.name == "gettext":
            return []
        box = native()
        self.add_name(box)
        self.state.nested_parse(self.content, self.content_offset, box)
        return [box]


def is_native(node: nodes.Node) -> bool:
    """Whether the node is in such a box."""
    while node.parent is not None:
        node = node.parent
        if isinstance(node, native):
            return True
    return False


def in_language(text: str, language: str) -> str:
    """The Markdown with the boxes of this language as quotes, and without all others."""

    def quote(box: re.Match) -> str:
        lines = box[3].rstrip().split("\n") if box[2] == language else []
        return "\n".join(f"> {line}".rstrip() for line in lines)

    return BOX.sub(quote, text)


def _open(writer, node) -> None:
    writer.body.append(writer.starttag(node, "aside", CLASS=NAME))


def _close(writer, node) -> None:
    writer.body.append("</aside>\n")


def setup(app):
    """Register the directive and its box."""
    app.add_node(native, html=(_open, _close))
    app.add_directive(NAME, Native)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
