"""A pytest plugin: nbval's kernels use IPC sockets instead of TCP ports.

python -m pytest -p tools.nbval_kernels --nbval chapters

A kernel's five ports are free when they are chosen, and some tenths of a second later somebody
else may hold one: the other kernel of a parallel run, or a client's outgoing connection. Such a
kernel dies, or lives and never answers ("Kernel didn't respond in 60 seconds"). A file in a folder
of our own is nobody else's. Windows has no such sockets in ZeroMQ: there, ports remain.
"""

import itertools
import os
import tempfile

import nbval.kernel
import pytest
from jupyter_client.manager import KernelManager


def pytest_configure(config: pytest.Config) -> None:
    if os.name != "posix":
        return
    folder = tempfile.TemporaryDirectory(prefix="kernels-")
    config.add_cleanup(folder.cleanup)
    numbers = itertools.count()

    def over_files(**options: object) -> KernelManager:
        return KernelManager(transport="ipc", ip=f"{folder.name}/{next(numbers)}", **options)

    nbval.kernel.KernelManager = over_files
