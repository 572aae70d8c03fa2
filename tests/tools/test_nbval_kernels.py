"""The plugin that keeps kernels of notebook tests off TCP ports."""

import os
import subprocess
import sys

import nbformat
import pytest

from tests.helpers.paths import ROOT
from tools.notebooks import METADATA

PLUGIN = ["-p", "tools.nbval_kernels", "--nbval-current-env"]
SOURCE = "from ipykernel import get_connection_info\nget_connection_info(unpack=True)['transport']"


@pytest.mark.needs("POSIX")  # nowhere else does ZeroMQ talk through files
def test_the_kernels_of_nbval_talk_through_files(tmp_path):
    output = nbformat.v4.new_output(
        "execute_result",
        {"text/plain": repr("ipc")},  # without the plugin "tcp"
        execution_count=1,
    )
    cell = nbformat.v4.new_code_cell(SOURCE, outputs=[output], execution_count=1)
    for name in ("one.ipynb", "two.ipynb"):  # one folder serves all kernels of a process
        notebook = nbformat.v4.new_notebook(cells=[cell], metadata=METADATA)
        nbformat.write(notebook, tmp_path / name)
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGIN, "--nbval", tmp_path],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(kernels)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed" in run.stdout
    assert list(kernels.glob("kernels-*")) == []
