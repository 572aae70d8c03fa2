"""Notebooks are stored executed, in canonical form, with the Colab links of `_config.yml`."""

import nbformat
import yaml

from tests.helpers.paths import ROOT
from tests.notebooks.conftest import NOTEBOOKS
from tools.notebooks import canonical, colab_cells, dumps, linked


def test_stored_in_canonical_form(path, notebook):
    # Refuses stderr, errors, cells that were not run from top to bottom, widgets without HTML.
    assert dumps(canonical(notebook)) == path.read_text("utf-8"), "run `make notebooks`"


def test_links_follow_the_configuration(path, config):
    assert dumps(linked(path, config)) == path.read_text("utf-8"), "run `make links`"


def _figures(notebook):
    """The names of the figures that the notebook shows."""
    return {
        cell.metadata["mystnb"]["figure"]["name"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/png" in output.get("data", {})
    }


def test_every_figure_has_its_drawings_and_none_is_left_over():
    wanted = {
        path.parent / f"figures/{name}.{kind}.svg"
        for path in NOTEBOOKS
        for name in _figures(nbformat.read(path, as_version=4))
        for kind in ("wide", "narrow")
    }
    assert {*(ROOT / "chapters").glob("**/figures/*")} == wanted, "run `make notebooks`"


def test_first_two_cells_stay_out_of_the_book(notebook):
    badge, install = notebook.cells[:2]
    assert badge.metadata.tags == install.metadata.tags == ["remove-cell"]
    assert badge.source.startswith("[![Open in Colab](")
    assert 'if "google.colab" in sys.modules:\n    %pip install' in install.source


def test_colab_cells_spell_out_the_repository():
    config = {"repository": {"url": "https://github.com/owner/name", "branch": "trunk"}}
    badge, install = colab_cells(ROOT / "chapters/01-x.ipynb", config)
    colab = "https://colab.research.google.com"
    assert badge.source == (
        f"[![Open in Colab]({colab}/assets/colab-badge.svg)]"
        f"({colab}/github/owner/name/blob/trunk/chapters/01-x.ipynb)"
    )
    assert '"bert-core[notebooks] @ git+https://github.com/owner/name@trunk"' in install.source
    nbformat.validate(nbformat.v4.new_notebook(cells=[badge, install]))


def test_no_other_file_has_another_address(config):
    url = config["repository"]["url"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["repository-code"] == url
    colab = "https://colab.research.google.com/github/"
    readme = (ROOT / "README.md").read_text("utf-8")
    here = url.removeprefix("https://github.com/") + f"/blob/{config['repository']['branch']}/"
    assert all(link.startswith(here) for link in readme.split(colab)[1:])
