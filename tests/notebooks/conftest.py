"""Each policy test runs once per notebook, on the file as it is stored."""

import nbformat
import pytest
import yaml

from tests.helpers.paths import ROOT
from tools.notebooks import CHECK, notebooks

NOTEBOOKS = notebooks()


@pytest.fixture(scope="session")
def config():
    return yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request):
    return request.param


@pytest.fixture
def notebook(path):
    return nbformat.read(path, as_version=4)


@pytest.fixture
def code_cells(notebook):
    """The chapter's own code cells, without the one that installs in Colab."""
    return [c for c in notebook.cells if c.cell_type == "code" and c.id != "colab-install"]


@pytest.fixture
def check_cells(code_cells):
    """Those that ask the reader something."""
    return [cell for cell in code_cells if CHECK.search(cell.source)]
