"""tools.colab: cells name a release's tag, else the branch; written once, at the top."""

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from tests.helpers.paths import ROOT
from tools import colab
from tools.colab import linked, source

URL = "https://github.com/owner/name"


@pytest.mark.parametrize(("number", "leads"), [("0.2.0", "v0.2.0"), ("0.2.0.dev0", "main")])
def test_a_release_leads_to_its_tag(number, leads):
    url, reference = source(number)
    assert reference == leads
    assert f"url: {url}\n" in (ROOT / "_config.yml").read_text("utf-8")


def test_the_cells_are_put_first_once(tmp_path, monkeypatch):
    monkeypatch.setattr(colab, "ROOT", tmp_path)
    path = tmp_path / "x.ipynb"
    nbformat.write(new_notebook(cells=[new_markdown_cell("# T", id="t")]), path)
    once = linked(path, URL, "trunk")
    assert [cell.id for cell in once.cells] == ["colab-badge", "colab-install", "t"]
    once.cells[1].execution_count = 1
    once.cells[0].source = "an old badge"
    nbformat.write(once, path)
    twice = linked(path, URL, "v1.0.0")
    assert "owner/name/blob/notebooks-v1.0.0/x.ipynb" in twice.cells[0].source
    assert [cell.get("execution_count") for cell in twice.cells] == [None, 1, None]
