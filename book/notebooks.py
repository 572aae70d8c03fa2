"""Export the notebooks without MyST, for Colab and GitHub, into `notebooks/`.

Neither knows MyST. When the pages are written, the build knows what each reference says and where
it leads, all numbers, terms and sources; with them each notebook's Markdown is spelt out
(`book.myst_to_markdown`), while code and outputs stay as they are stored. Workflows put these
notebooks on a branch of their own (`book.version`), to which badges and rocket buttons lead.
"""

import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import nbformat
from docutils import nodes
from nbformat import NotebookNode
from sphinx.addnodes import pending_xref
from sphinx.errors import ExtensionError
from sphinx.locale import init
from sphinx.util.i18n import docname_to_domain

from book.blank_workshop import BLANK, SOLVED, blanked
from book.language.native import in_language
from book.language.notebooks import translated
from book.languages import SOURCE, languages
from book.myst_to_markdown import CELL, Page, caption, key, plain, solution
from book.version import held_by

BINDER = """\
# Binder runs notebooks, and builds and tests nothing: the package with what they need, at the
# book's versions. jupyterlab is no part of these; what it brings stays open.
-c {raw}/requirements.txt
-c {raw}/constraints.txt
bert-core[notebooks] @ git+{repository}@{reference}
jupyterlab
"""
README = """\
These notebooks are written by a program, for Colab and for GitHub: change them in [the book's
repository]({repository}). As pages, with pictures that can be operated, they are [here]({pages}).
"""


def known(app, name: str) -> Page:
    """What the build knows of the notebook with this name."""
    doctree, options = app.env.get_doctree(name), app.config.html_theme_options
    address = app.config.html_baseurl + app.builder.get_target_uri(name)
    raw = f"{options['repository_url']}/raw/{options['repository_branch']}/{name}"
    numbers = _numbers(app.env, name, doctree)
    return Page(_roles(app, name, doctree, address), numbers, address, raw)


def _numbers(env, name: str, doctree: nodes.document) -> dict[str, str]:
    def dotted(number: tuple[int, ...]) -> str:
        return ".".join(map(str, number))

    sections, found = env.toc_secnumbers.get(name, {}), {}
    for section in doctree.findall(nodes.section):
        place = f"#{section['ids'][0]}" if section.parent.parent else ""
        found |= dict.fromkeys(section["ids"], dotted(sections.get(place) or ()))
    for numbers in env.toc_fignumbers.get(name, {}).values():
        found |= {label.removeprefix("equation-"): dotted(n) for label, n in numbers.items()}
    return found


def _roles(app, name: str, doctree: nodes.document, address: str) -> dict[str, str]:
    """{role as written: its rendering}, from a document with one role per paragraph."""
    roles = {key(role.rawsource): role for role in doctree.findall(pending_xref)}
    doctree.children = []
    for role in roles.values():
        doctree += nodes.paragraph("", "", role)
    app.env.apply_post_transforms(doctree, name)
    return {raw: _markdown(found, address) for raw, found in zip(roles, doctree, strict=True)}


def _markdown(node: nodes.Node, address: str) -> str:
    if isinstance(node, nodes.Text):
        return re.sub(r"([\[\]<*_])", r"\\\1", node)
    text = "".join(_markdown(child, address) for child in node.children)
    if not isinstance(node, nodes.reference):
        return text
    place = node.get("refuri") or f"#{node['refid']}"
    return f"[{text}]({urljoin(address, place)})"


def _cells(cell: NotebookNode, page: Page) -> list[NotebookNode]:
    """A code cell with its figure's caption, or plain Markdown, split into cells."""
    if cell.cell_type == "code":
        figure = cell.metadata.get("mystnb", {}).get("figure")
        added = {"caption": caption(figure["name"], figure["caption"], page)} if figure else {}
    else:
        cell.source, *others = (text.strip() for text in plain(cell.source, page).split(CELL))
        added = dict(enumerate(others, start=2))
    new = nbformat.v4.new_markdown_cell
    return [cell, *(new(text, id=f"{cell.id}-{which}") for which, text in added.items())]


def exported(notebook: NotebookNode, page: Page) -> NotebookNode:
    """The notebook without MyST, its solutions collapsed in JupyterLab and Colab."""
    cells = [new for cell in notebook.cells for new in _cells(cell, page)]
    notebook.cells = [cell for cell in cells if cell.source]  # an end mark leaves nothing
    solutions = [cell for cell in cells if cell.source == solution()]
    for cell in solutions:
        cell.metadata |= {"jp-MarkdownHeadingCollapsed": True, "id": cell.id}
    notebook.metadata.colab = {"collapsed_sections": [cell.id for cell in solutions]}
    return notebook


def _write(app, exception) -> None:
    sources = {name: Path(app.env.doc2path(name)) for name in sorted(app.env.found_docs)}
    names = [name for name, source in sources.items() if source.suffix == ".ipynb"]
    if exception or app.builder.name != "html" or not names:
        return
    folder, options = Path(app.outdir).parent / "notebooks", app.config.html_theme_options
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(Path(app.srcdir, "figures"), folder / "figures")
    words = README.format(repository=options["repository_url"], pages=app.config.html_baseurl)
    (folder / "README.md").write_text(words, "utf-8")
    if app.config.language == SOURCE:
        _prepare_binder(folder / "binder", options["repository_url"], options["repository_branch"])
    for name in names:
        try:
            notebook = exported(_translated(app, name, sources[name]), known(app, name))
        except ValueError as reason:
            raise ExtensionError(f"{name}: {reason}") from reason
        _store(notebook, folder / f"{name}.ipynb")
        if name == SOLVED:
            _store(blanked(notebook), folder / f"{BLANK}.ipynb")


def _prepare_binder(folder: Path, repository: str, branch: str) -> None:
    folder.mkdir()
    reference = held_by(branch)
    words = BINDER.format(
        raw=f"{repository}/raw/{reference}", repository=repository, reference=reference
    )
    (folder / "requirements.txt").write_text(words, "utf-8")
    (folder / "runtime.txt").write_text("python-3.11\n", "utf-8")


def _translated(app, name: str, source: Path) -> NotebookNode:
    """The notebook in this build's language, with its links to other notebooks."""
    notebook, code = nbformat.read(source, as_version=4), app.config.language
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = in_language(cell.source, code)
    if code == SOURCE:
        return notebook
    domain = docname_to_domain(name, app.config.gettext_compact)
    catalogue, _found = init(app.config.locale_dirs, code, domain)
    extensions = frozenset(app.config.myst_enable_extensions)
    result = translated(notebook, catalogue.gettext, extensions, code)
    branch = f"/blob/{app.config.html_theme_options['repository_branch']}/"
    for cell in result.cells:
        if cell.cell_type == "markdown":
            cell.source = cell.source.replace(branch, branch + languages()[code]["folder"] + "/")
    return result


def _store(notebook: NotebookNode, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(nbformat.writes(notebook).rstrip("\n") + "\n", "utf-8")


def setup(app):
    """Write the notebooks after all pages."""
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
