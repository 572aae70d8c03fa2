"""The plugin that runs cells twice finds those that may run only once."""

import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tests.helpers.paths import ROOT
from tools.notebooks import METADATA

BEFORE, AFTER = ("n, given = 1, iter('ab')", ""), ("print(n)", "2\n")
SECOND, LATER = "cell cell-1, run a second time:", "cell cell-2, after cells that ran twice:"
# {notebook: (a cell between those two, what it prints, how it fails)}
CELLS = {
    "fails": ("assert n == 1\nn += 1", "", f"{SECOND} Cell execution caused an exception"),
    "says_other": ("n = 2\nprint(next(given))", "a\n", f"{SECOND} Cell outputs differ"),
    "later": ("n += 1", "", f"{LATER} Cell outputs differ"),
    "right": ("n = 1\nn += 1", "", ""),
}


@pytest.mark.weekly
def test_cells_that_may_run_only_once_are_named_and_no_others(tmp_path):
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
        nbformat.write(new_notebook(cells=cells, metadata=METADATA), tmp_path / f"{name}.ipynb")
    command = [sys.executable, "-m", "pytest", "-p", "tools.nbval_kernels", "--color=no"]
    command += ["-p", "tools.nbval_twice", "--nbval", "--nbval-current-env", "-m", "weekly"]
    done = subprocess.run([*command, tmp_path], cwd=ROOT, capture_output=True, text=True)
    assert "3 failed, 9 passed" in done.stdout
    for name, (_, _, failure) in CELLS.items():
        named = f"{name}.ipynb, {failure}" if failure else f"{name}.ipynb, "
        assert (named in done.stdout) is bool(failure)
