"""Plain text beside every page: `PAGE.md`, and `llms.txt`, which lists the pages.

Both are written from what the build has resolved, in its language: references lead on, sources are
named, code has its output, a picture its words. A widget is left to the page.
"""

from pathlib import Path
from urllib.parse import urljoin

from docutils import nodes
from sphinx import addnodes

from book.boxes import in_depth, in_depth_title
from book.languages import _
from book.ways import NAMES, way

MARKS = {nodes.emphasis: "*", nodes.strong: "**", nodes.title_reference: "*"}
INLINE = (nodes.TextElement, nodes.Text)
LEFT_OUT = (nodes.raw, nodes.comment, nodes.target, nodes.substitution_definition, addnodes.index)
TITLES = (nodes.title, in_depth_title)


class Writer:
    """Markdown of the nodes of one page, whose address is `address`."""

    def __init__(self, address: str):
        self.address = address

    def inline(self, node: nodes.Node) -> str:
        """The text of a paragraph, in one line."""
        if isinstance(node, nodes.Text):
            return " ".join(node.astext().split(" ")).replace("\n", " ")
        if isinstance(node, nodes.math):
            return f"${node.astext()}$"
        if isinstance(node, nodes.literal):
            return f"`{node.astext()}`"
        if isinstance(node, LEFT_OUT):
            return ""
        if isinstance(node, nodes.image):
            return f"![{node.get('alt', '')}]"
        text = "".join(map(self.inline, node.children))
        if isinstance(node, nodes.reference) and text:
            place = node.get("refuri") or f"#{node.get('refid', '')}"
            return f"[{text}]({urljoin(self.address, place)})"
        mark = MARKS.get(type(node), "") if text.strip() else ""
        return f"{mark}{text}{mark}"

    def blocks(self, node: nodes.Node, level: int = 0) -> list[str]:
        """The blocks of a node, from its children where it has no form of its own."""
        if isinstance(node, LEFT_OUT):
            return []
        if isinstance(node, (nodes.section, in_depth)):
            return self.children(node, level + 1)
        if isinstance(node, TITLES):
            return [f"{'#' * max(1, level)} {self.inline(node)}"]
        if isinstance(node, nodes.literal_block):
            return [f"```{_language(node)}\n{node.astext().rstrip()}\n```"]
        if isinstance(node, nodes.math_block):
            return [f"$$\n{node.astext().strip()}\n$$"]
        if isinstance(node, nodes.table):
            return self.table(node)
        if isinstance(node, nodes.image):
            return [f"![{node.get('alt', '')}]"]
        if isinstance(node, nodes.list_item):
            mark = "1. " if isinstance(node.parent, nodes.enumerated_list) else "- "
            return [_indented("\n\n".join(self.children(node, level)), mark)]
        if isinstance(node, (nodes.bullet_list, nodes.enumerated_list)):
            return ["\n".join(self.children(node, level))]
        if isinstance(node, nodes.definition):
            return [_indented("\n\n".join(self.children(node, level)), ":   ")]
        if isinstance(node, nodes.term):
            return [f"**{self.inline(node)}**"]
        if isinstance(node, (nodes.block_quote, nodes.Admonition)):
            return [_indented("\n\n".join(self.children(node, level)), "> ", "> ")]
        if isinstance(node, addnodes.desc_signature):
            return [f"**`{' '.join(node.astext().split())}`**"]
        if isinstance(node, way):
            return [f"**{NAMES[node['key']]}**", *self.children(node, level)]
        if isinstance(node, INLINE):
            return [text] if (text := self.inline(node).strip()) else []
        return self.children(node, level)

    def children(self, node: nodes.Node, level: int) -> list[str]:
        return [block for child in node.children for block in self.blocks(child, level)]

    def table(self, node: nodes.table) -> list[str]:
        rows = [
            " | ".join(" ".join(self.children(cell, 0)).replace("|", "\\|") for cell in row)
            for row in node.findall(nodes.row)
        ]
        width = len(next(node.findall(nodes.row)))
        rows.insert(1, " | ".join(["---"] * width))
        return ["\n".join(f"| {row} |" for row in rows)]


def _language(node: nodes.literal_block) -> str:
    named = node.get("language", "")
    return "python" if "ipython" in named or named == "python" else ""


def _indented(text: str, first: str, other: str = "") -> str:
    return first + text.replace("\n", "\n" + (other or " " * len(first)))


def markdown(doctree: nodes.document, address: str) -> str:
    """The page as Markdown, its links complete."""
    return "\n\n".join([*Writer(address).children(doctree, 0), ""]).replace("\n\n\n", "\n\n")


def _write_list(app, exception) -> None:
    if exception or app.builder.name != "html":
        return
    env, base = app.env, app.config.html_baseurl
    lines = [f"# {app.config.html_title or app.config.project}", ""]
    for tree in env.get_doctree(app.config.root_doc).findall(addnodes.toctree):
        lines += ["", f"## {tree['caption']}", ""] if tree.get("caption") else []
        for _title, name in tree["entries"]:
            if name in env.titles:
                lines.append(f"- [{env.titles[name].astext()}]({base}{name}.md)")
    Path(app.outdir, "llms.txt").write_text("\n".join(lines) + "\n", "utf-8")


def _write_page(app, name, template, context, doctree) -> None:
    """The page's text, and its button in place of that for a source in Markdown."""
    if doctree is None:
        return
    text = markdown(doctree, app.config.html_baseurl + app.builder.get_target_uri(name))
    path = Path(app.outdir, f"{name}.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    button = {
        "type": "link",
        "url": context["pathto"](f"{name}.md", 1),
        "text": ".md",
        "tooltip": _("Download this page as plain text"),
        "icon": "fas fa-file",
        "label": "download-text-button",
    }
    for group in context["header_buttons"]:
        if group["label"] == "download-buttons":
            group["buttons"] = [button, *(one for one in group["buttons"] if one["text"] != ".md")]


def setup(app):
    """Write each page's text when the page is written, the list in the end."""
    app.connect("html-page-context", _write_page, priority=900)
    app.connect("build-finished", _write_list)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
