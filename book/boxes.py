"""Collapsible parts of a page: "In depth" boxes (sections in a notebook) and set-up cells.

A heading `### In depth: ...` begins a box, and the line `<!-- in-depth-end -->`, which no notebook
shows, ends it; between them stand prose, code cells and their outputs. In the page it is a
`<details>`: links into it and the browser's search open it without a script, boxes.css opens it for
print, and boxes.js adds the button that shows everything.

A cell with the tag `hide-input` whose first line is `# @title Set-up: ...` or `# @title Solution:
...` is folded under it.
"""

import re

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from book.languages import _

START = "In depth:"
END = re.compile(r"<!--\s*in-depth-end\s*-->\s*")
TITLED = re.compile(r"# @title ((?:Set-up|Solution): .+)")
logger = logging.getLogger(__name__)


class in_depth(nodes.General, nodes.Element):
    """A box: its title, then its content; `minutes` is the content's reading time."""


class in_depth_title(nodes.General, nodes.TextElement):
    """The title of a box."""


def is_cell(node: nodes.Node) -> bool:
    """Whether the node is a code cell with its outputs."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def _is_end(node: nodes.Node) -> bool:
    return isinstance(node, nodes.raw) and bool(END.fullmatch(node.astext()))


class Fold(SphinxTransform):
    """Turn sections with such a heading into boxes, up to their end marker.

    After labels have found the sections' titles, before sections are numbered.
    """

    default_priority = 870

    def apply(self, **options):
        for section in list(self.document.findall(nodes.section)):
            if section[0].rawsource.startswith(START):  # whatever it is in another language
                _fold(section)
        for end in self.document.findall(_is_end):
            logger.warning('an end without a heading "%s ..." before it', START, location=end)
        for cell in self.document.findall(is_cell):
            if title := TITLED.match(cell.astext()):
                cell["prompt_show"] = cell["prompt_hide"] = cell.get("translated_title") or title[1]


def _fold(section: nodes.section) -> None:
    end = next((place for place, child in enumerate(section) if _is_end(child)), None)
    if end is None:
        message = '"%s" has no end: <!-- in-depth-end --> comes before the next heading'
        logger.warning(message, section[0].astext(), location=section)
        return
    title, *content = section[:end]
    claim = in_depth_title(title.rawsource, "", *title.children)
    claim.source, claim.line = title.source or section.source, title.line or section.line
    box = in_depth("", claim, *content, ids=section["ids"])
    box.source, box.line = section.source, section.line
    section.replace_self([box, *section[end + 1 :]])


def _open_box(writer, node) -> None:
    writer.body.append('<details class="in-depth">\n')


def _close_box(writer, node) -> None:
    writer.body.append("</div>\n</details>\n")


def _open_title(writer, node) -> None:
    writer.body.append(f"<summary><h{writer.section_level + 1}>")


def _close_title(writer, node) -> None:
    # The names are inside: a browser opens a box in which the place lies that a link leads to.
    names = "".join(f'<span id="{name}"></span>' for name in node.parent["ids"])
    minutes = _("%s min") % node.parent["minutes"]
    duration = f'<span class="in-depth-minutes">{minutes}</span>'
    level = writer.section_level + 1
    writer.body.append(f"</h{level}>{duration}</summary>\n<div>{names}\n")


def setup(app):
    """Register the boxes, their styles and their script."""
    app.add_node(in_depth, html=(_open_box, _close_box))
    app.add_node(in_depth_title, html=(_open_title, _close_title))
    app.add_transform(Fold)
    app.add_css_file("boxes.css", priority=900)
    app.add_js_file("boxes.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
