"""The plugin that runs cells twice finds those that may run only once."""

import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tests.helpers.paths import ROOT
from tools.notebooks import METADATA

BEFORE, AFTER = ("import time\n\nn, given = 1, iter('ab')", ""), ("print(n)", "2\n")
SECOND, LATER = "cell cell-1, run a second time:", "cell cell-2, after cells that ran twice:"
# {notebook: (a cell between those two, what it prints, how it fails)}
CELLS = {
    "fails": ("assert n == 1\nn += 1", "", f"{SECOND} Cell execution caused an exception"),
    "says_other": ("n = 2\nprint(next(given))", "a\n", f"{SECOND} Cell outputs differ"),
    "later": ("n += 1", "", f"{LATER} Cell outputs differ"),
    "long": ("time.sleep(3)\nassert n == 1\nn += 1", "", ""),
    "right": ("n = 1\nn += 1", "", ""),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A function: nbval's output for these notebooks."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name, (source, text, _) in CELLS.items():
        cells = [
            new_code_cell(
                source,
                id=f"cell-{number}",
                execution_count=1,
                outputs=[new_output("stream", text=text)] if text else [],
            )
            for number, (source, text) in enumerate([BEFORE, (source, text), AFTER])
        ]
        nbformat.write(new_notebook(cells=cells, metadata=METADATA), folder / f"{name}.ipynb")

    def run(*options):
        command = [sys.executable, "-m", "pytest", "-p", "tools.nbval_kernels", "--color=no"]
        command += ["-p", "tools.nbval_twice", "--nbval", "--nbval-current-env", *options]
        return subprocess.run([*command, folder], cwd=ROOT, capture_output=True, text=True).stdout

    return run


def test_cells_that_may_run_only_once_are_named_and_no_others(run):
    output = run("--nbval-twice", "2.5")
    assert "3 failed, 12 passed" in output
    for name, (_, _, failure) in CELLS.items():
        assert f"{name}.ipynb, {failure}" in output if failure else f"{name}.ipynb, " not in output


def test_without_a_limit_none_is_run_twice(run):
    assert "3 passed" in run("-k", "fails.ipynb")
