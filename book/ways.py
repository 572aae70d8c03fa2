"""One task, several ways: neighbouring code cells with tags become a switch.

Code cells that follow one another directly, tagged `way-book`, `way-pytorch` or `way-transformers`,
are the same step in this book's packages, in plain PyTorch and in Transformers. A page without a
script, and a sheet of paper, shows all of them, each under its name. ways.js makes tabs of the
names and remembers the reader's choice on all pages. A notebook runs every one.
"""

from docutils import nodes
from sphinx.transforms import SphinxTransform

from book.boxes import is_cell
from book.languages import _

NAMES = {"book": _("This book"), "pytorch": _("Plain PyTorch"), "transformers": "Transformers"}
TAG = "tag_way-"


class ways(nodes.General, nodes.Element):
    """The switch: a `way` for each."""


class way(nodes.General, nodes.Element):
    """The cells of one way; `key` is one of `NAMES`."""


def _key(node: nodes.Node) -> str | None:
    """Which way the cell shows."""
    if not is_cell(node):
        return None
    return next((x.removeprefix(TAG) for x in node["classes"] if x.startswith(TAG)), None)


class Gather(SphinxTransform):
    """Put runs of tagged cells into switches; a way that was there before begins another."""

    default_priority = 869  # before `book.boxes.Fold`, which moves cells

    def apply(self, **options):
        parents = {cell.parent for cell in self.document.findall(is_cell) if _key(cell)}
        for parent in parents:
            gathered = self._gathered(parent)
            parent.clear()
            parent.extend(gathered)

    def _gathered(self, parent: nodes.Element) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for child in parent.children:
            key, last = _key(child), found[-1] if found else None
            if key is None:
                found.append(child)
                continue
            if not isinstance(last, ways) or key in [part["key"] for part in last[:-1]]:
                last = ways()
                last.source, last.line = child.source, child.line
                found.append(last)
            if not len(last) or last[-1]["key"] != key:
                last += way(key=key)
            last[-1] += child
        return found


def _open(writer, node) -> None:
    writer.body.append('<div class="ways">\n')


def _close(writer, node) -> None:
    writer.body.append("</div>\n")


def _open_way(writer, node) -> None:
    name = NAMES[node["key"]]
    writer.body.append(
        f'<section class="way" data-way="{node["key"]}" aria-label="{name}">'
        f'<p class="way-name">{name}</p>\n'
    )


def _close_way(writer, node) -> None:
    writer.body.append("</section>\n")


def setup(app):
    """Register the switch, its styles and its script."""
    app.add_node(ways, html=(_open, _close))
    app.add_node(way, html=(_open_way, _close_way))
    app.add_transform(Gather)
    app.add_css_file("ways.css", priority=900)
    app.add_js_file("ways.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
