"""Plain text beside each notebook's page, `PAGE.md`, and `llms.txt`, which lists all pages.

A page's text is its notebook as `book.notebooks` has spelt it out, in the page's language.
"""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from sphinx import addnodes

from book.languages import _

WRITES = "chapters/12-after-bert.html#sec-writing"


def markdown(notebook: NotebookNode) -> str:
    """The notebook's prose, its code and what that printed; a picture by its words."""
    blocks = []
    for cell in notebook.cells:
        if "remove-cell" in cell.metadata.get("tags", []):
            continue
        if cell.cell_type == "markdown":
            blocks.append(cell.source)
            continue
        blocks.append(f"```python\n{cell.source}\n```")
        words = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
        blocks += [_output(output, words) for output in cell.outputs]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _output(output: NotebookNode, words: str) -> str:
    data = output.get("data", {})
    if "image/png" in data:
        return f"![{words}]"
    if "text/html" in data:  # a widget or a table is left to the page
        return ""
    text = output.get("text") or data.get("text/plain", "")
    return f"```\n{text.rstrip()}\n```" if text else ""


def _write(app, exception) -> None:
    if exception or app.builder.name != "html":
        return
    folder, env, base = Path(app.outdir).parent / "notebooks", app.env, app.config.html_baseurl
    lines = [f"# {app.config.html_title or app.config.project}", ""]
    lines += [f"> A BERT runs in its pages. Can it write? {base}{WRITES}"]
    for tree in env.get_doctree(app.config.root_doc).findall(addnodes.toctree):
        lines += ["", f"## {tree['caption']}", ""] if tree.get("caption") else []
        for _title, name in tree["entries"]:
            if name not in env.titles:
                continue
            page, notebook = app.builder.get_target_uri(name), folder / f"{name}.ipynb"
            if notebook.exists():
                page = f"{name}.md"
                text = markdown(nbformat.read(notebook, as_version=4))
                Path(app.outdir, page).write_text(text, "utf-8")
            lines.append(f"- [{env.titles[name].astext()}]({base}{page})")
    Path(app.outdir, "llms.txt").write_text("\n".join(lines) + "\n", "utf-8")


def _add_button(app, name, template, context, doctree) -> None:
    if doctree is None or not app.env.doc2path(name).endswith(".ipynb"):
        return
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
            group["buttons"].insert(0, button)


def setup(app):
    """Write the texts after the notebooks; a button leads to each."""
    app.connect("html-page-context", _add_button, priority=900)
    app.connect("build-finished", _write, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
