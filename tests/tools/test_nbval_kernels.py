"""The plugin that keeps the kernels of the notebook tests off TCP ports, and forks them."""

import os
import signal
import subprocess
import sys

import nbformat
import pytest
from jupyter_client.launcher import launch_kernel
from jupyter_client.manager import KernelManager
from jupyter_client.provisioning import local_provisioner

from tests.helpers.paths import ROOT
from tools.nbval_kernels import KernelForks
from tools.notebooks import METADATA

SOURCE = "from ipykernel import get_connection_info\nget_connection_info(unpack=True)['transport']"
LOOK = """
import os, sys, threading
print(__name__, os.getcwd(), sys.path, sys.argv[1:-1], sys.flags, sorted(os.environ))
print(os.getpgrp() == os.getpid(), len(threading.enumerate()), In[0], 'colorsys' in sys.modules)
"""


@pytest.fixture
def forked(monkeypatch):
    """Kernels that start while a test runs are forked from a process that knows `colorsys`."""
    forks = KernelForks(["colorsys"])
    monkeypatch.setattr(local_provisioner, "launch_kernel", forks.launch)
    yield
    forks.close()


def _kernel(tmp_path, folder):
    manager = KernelManager(transport="ipc", ip=str(tmp_path / "kernel"))
    manager.start_kernel(cwd=folder)
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    return manager, client


def _printed(tmp_path, folder, code):
    manager, client = _kernel(tmp_path, folder)
    said = []
    client.execute_interactive(code, output_hook=said.append, timeout=60)
    client.stop_channels()
    manager.shutdown_kernel()
    return "".join(m["content"]["text"] for m in said if m["msg_type"] == "stream")


linux = pytest.mark.skipif(sys.platform != "linux", reason="kernels are forked on Linux only")


@linux
def test_a_forked_kernel_sees_what_a_new_one_sees(tmp_path, request, monkeypatch):
    folder = ROOT / "chapters"
    monkeypatch.setattr(local_provisioner, "launch_kernel", launch_kernel)
    anew = _printed(tmp_path, folder, LOOK)
    request.getfixturevalue("forked")
    assert _printed(tmp_path, folder, LOOK) == anew.replace("False\n", "True\n")


@linux
@pytest.mark.usefixtures("forked")
def test_a_forked_kernel_that_died_is_dead(tmp_path):
    manager, client = _kernel(tmp_path, tmp_path)
    process = manager.provisioner.process
    assert manager.is_alive()
    process.kill()
    client.stop_channels()
    while manager.is_alive():
        pass
    assert process.returncode == -signal.SIGKILL
    manager.shutdown_kernel()


@pytest.mark.skipif(os.name != "posix", reason="ZeroMQ talks through files on POSIX systems only")
@pytest.mark.parametrize(
    ("options", "transport"),
    [
        (["-p", "tools.nbval_kernels", "--nbval-current-env"], "ipc"),
        ([], "tcp"),  # as its documentation has it
    ],
)
def test_the_kernels_of_nbval_talk_through_files(tmp_path, options, transport):
    output = nbformat.v4.new_output(
        "execute_result", {"text/plain": repr(transport)}, execution_count=1
    )
    cell = nbformat.v4.new_code_cell(SOURCE, outputs=[output], execution_count=1)
    for name in ("one.ipynb", "two.ipynb"):  # one folder serves all kernels of a process
        notebook = nbformat.v4.new_notebook(cells=[cell], metadata=METADATA)
        nbformat.write(notebook, tmp_path / name)
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--nbval", tmp_path],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(kernels)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed" in run.stdout
    assert list(kernels.glob("kernels-*")) == []
