"""Notebooks are stored executed, in canonical form, with the Colab links of `_config.yml`."""

import re

import nbformat
import yaml

from tests.helpers.paths import ROOT
from tests.notebooks.conftest import NOTEBOOKS
from tools.colab import linked, source
from tools.notebooks import canonical, dumps


def test_stored_in_canonical_form(path, notebook):
    # Refuses stderr, errors, cells that were not run from top to bottom, widgets without HTML.
    assert dumps(canonical(notebook)) == path.read_text("utf-8"), "run `make notebooks`"


def test_colab_gets_this_version_of_the_book(path):
    assert dumps(linked(path, *source())) == path.read_text("utf-8"), "run `make badges`"


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


def test_no_other_file_has_another_address(config):
    url = config["repository"]["url"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["repository-code"] == url
    owner, name = url.removeprefix("https://github.com/").split("/")
    assert config["html"]["baseurl"] == f"https://{owner}.github.io/{name}/"
    files = [*ROOT.glob("*.md"), *ROOT.glob("chapters/*.md")]
    texts = [path.read_text("utf-8") for path in files]
    (clone,) = {found for text in texts for found in re.findall(r"git clone (\S+)", text)}
    assert clone == url
    colab = "https://colab.research.google.com/github/"
    assert not [text for text in texts if colab in text], (
        "a link to Colab goes stale: see a notebook"
    )
