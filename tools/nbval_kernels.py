"""A pytest plugin: the kernels that nbval starts talk through files, and begin with torch loaded.

python -m pytest -p tools.nbval_kernels --nbval chapters

A kernel's five ports are free when they are chosen, and some tenths of a second later somebody
else may hold one: the other kernel of a parallel run, or a client's outgoing connection. Such a
kernel dies, or lives and never answers ("Kernel didn't respond in 60 seconds"). A file in a folder
of our own is nobody else's. Windows has no such sockets in ZeroMQ: there, ports remain.

What every chapter imports takes 4 s of processor; on Linux a kernel is forked from a process that
has done it (`tools.kernel_forks`). Elsewhere libraries may not survive a fork: kernels start anew.
"""

import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import nbval.kernel
import pytest
from jupyter_client.manager import KernelManager
from jupyter_client.provisioning import local_provisioner

ROOT = Path(__file__).resolve().parent.parent
# No module of ours, and nothing that asks at its import which kernel it is in. An optimiser of
# PyTorch's imports _dynamo.
SLOW = ["torch", "torch._dynamo", "accelerate", "matplotlib.figure", "ipykernel.kernelapp"]


class KernelForks:
    """The process that kernels are forked from, started when the first one is asked for."""

    process: subprocess.Popen | None = None

    def __init__(self, modules: list[str]) -> None:
        self.modules = modules

    def launch(self, command: list[str], *, cwd: str | Path, env: dict[str, str], **_: object):
        """In place of `jupyter_client.launcher.launch_kernel`."""
        _, _, module, *argv = command
        assert module == "ipykernel_launcher", command
        return Kernel(self, self.ask(argv=argv, cwd=str(cwd), env=env))

    def ask(self, **request: object):
        if self.process is None:
            command = [sys.executable, "-m", "tools.kernel_forks", *self.modules]
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
            self.process = subprocess.Popen(command, cwd=ROOT, **pipes)
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()


class Kernel:
    """As much of a `subprocess.Popen` as `jupyter_client` asks of a kernel's process."""

    stdin = stdout = stderr = returncode = None

    def __init__(self, forks: KernelForks, pid: int) -> None:
        self._forks, self.pid = forks, pid

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self._forks.ask(pid=self.pid)
        return self.returncode

    wait = poll  # called when the kernel has ended

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def pytest_configure(config: pytest.Config) -> None:
    if os.name != "posix":
        return
    folder = tempfile.TemporaryDirectory(prefix="kernels-")
    config.add_cleanup(folder.cleanup)
    numbers = itertools.count()

    def over_files(**options: object) -> KernelManager:
        return KernelManager(transport="ipc", ip=f"{folder.name}/{next(numbers)}", **options)

    nbval.kernel.KernelManager = over_files
    if sys.platform == "linux":
        forks = KernelForks(SLOW)
        config.add_cleanup(forks.close)
        local_provisioner.launch_kernel = forks.launch
