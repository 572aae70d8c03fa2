"""The notebooks for Colab and GitHub: no MyST, the same code, working links."""

import re
from urllib.parse import urldefrag

import nbformat
import pytest
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from book.blank_workshop import BLANK, SOLVED, blanked
from book.language import native
from book.languages import SOURCE
from book.version import plain_branch
from tests.helpers.paths import BUILT, ROOT, SITE
from tests.pages.test_pages import BASE, CONFIG
from tools import notebooks
from tools.colab import source

FOLDER = BUILT / "notebooks"
EXTENSIONS = CONFIG["parse"]["myst_enable_extensions"]
MYST = create_md_parser(MdParserConfig(enable_extensions=EXTENSIONS), RendererHTML)
# what MyST's own parser calls what CommonMark with maths has not
KINDS = re.compile(r"myst|colon_fence|math_block_label|dl_open|amsmath")
FORMS = re.compile(
    r"\{[\w:-]+\}`[^`]+`|^`{3,}.*|^:\w+:.*|^\([\w-]+\)=|(?<=\$\$) \(eq-[\w-]+\)|<!--.*-->",
    re.MULTILINE,
)
LINK = re.compile(r"\]\(([^)\s]+)\)|href=\"([^\"]+)\"")
QUICK = ["chapters/prologue.ipynb", "chapters/evidence/d-wikitext.ipynb"]


@pytest.fixture(params=notebooks.notebooks(), ids=lambda path: path.stem)
def pair(request):
    """(stored notebook, exported notebook)."""
    exported = FOLDER / request.param.relative_to(ROOT)
    return [nbformat.read(path, as_version=4) for path in (request.param, exported)]


def myst(notebook):
    """The MyST syntax left in the notebook, which other renderers would show literally."""
    found = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            for block in MYST.parse(cell.source, {}):
                for token in [block, *(block.children or ())]:
                    fence = token.type == "fence" and token.info.startswith("{")
                    comment = token.type.startswith("html") and "<!--" in token.content
                    if fence or comment or KINDS.search(token.type):
                        found.append((cell.id, token.type, token.content))
    return found


def test_no_myst_is_left(pair):
    stored, exported = pair
    assert myst(stored)
    assert not myst(exported)


def test_code_and_outputs_are_those_that_are_stored(pair):
    stored, exported = ([c for c in notebook.cells if c.cell_type == "code"] for notebook in pair)
    assert exported == stored


def test_nothing_else_is_lost(pair):
    """Every word of three letters stays, except in directives, roles, options and labels.

    The boxes of other languages are not the English notebook's.
    """
    words = []
    for notebook in pair:
        text = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
        words.append(
            set(re.findall(r"[A-Za-z]{3,}", FORMS.sub("", native.in_language(text, SOURCE))))
        )
    assert not words[0] - words[1]


def test_links_lead_to_what_is_published(pair, open_page):
    markdown = [c.source for c in pair[1].cells if c.cell_type == "markdown"]
    links = {a or b for text in markdown for a, b in LINK.findall(text)}
    raw = f"{source()[0]}/raw/{plain_branch(source()[1])}/"
    assert any(link.startswith(BASE) for link in links)
    for link in links:
        address, place = urldefrag(link)
        if link.startswith(raw):
            assert (FOLDER / link.removeprefix(raw)).is_file(), link
        elif link.startswith(BASE):
            page = open_page(SITE / address.removeprefix(BASE))
            assert not place or place in page.ids or "=" in place, link
        else:
            assert link.startswith("https://"), link


def test_solutions_are_folded_in_colab_and_in_jupyterlab(pair):
    _, exported = pair
    solutions = [cell for cell in exported.cells if cell.source == "#### Solution"]
    assert exported.metadata.colab.collapsed_sections == [cell.id for cell in solutions]
    assert all(cell.metadata["jp-MarkdownHeadingCollapsed"] for cell in solutions)
    written = sum(cell.source.count("```{solution-start}") for cell in pair[0].cells)
    written += sum(cell.source.count("```{solution} ") for cell in pair[0].cells)
    assert len(solutions) == written


def test_the_blank_workshop_is_the_exported_one_with_blanks():
    solved, blank = (
        nbformat.read(FOLDER / f"{name}.ipynb", as_version=4) for name in (SOLVED, BLANK)
    )
    assert blank == blanked(solved)
    assert not myst(blank)
    sources = "".join(cell.source for cell in blank.cells)
    assert sources.count('raise NotImplementedError("stage ') >= 9
    assert "masked_fill(padding" not in sources


@pytest.mark.parametrize("name", QUICK)
def test_it_runs_far_from_the_repository_and_prints_what_is_stored(name, tmp_path):
    notebook = nbformat.read(FOLDER / name, as_version=4)
    stored = [cell.get("outputs") for cell in notebook.cells]
    fresh, _ = notebooks.execute(notebook, tmp_path)
    assert [cell.get("outputs") for cell in fresh.cells] == stored


def test_binder_gets_the_package_at_the_book_s_versions():
    repository, reference = source()
    lines = (FOLDER / "binder/requirements.txt").read_text("utf-8").splitlines()
    held = [line for line in lines if line.startswith("-c ")]
    kept = "requirements.txt", "constraints.txt"
    assert held == [f"-c {repository}/raw/{reference}/{name}" for name in kept]
    assert f"bert-core[notebooks] @ git+{repository}@{reference}" in lines
