"""A Python that has imported what is slow, and becomes a notebook's kernel as often as it is asked.

python -m tools.kernel_forks MODULE ...

Imports the modules, then reads requests, one line of JSON each. {"argv": ..., "cwd": ..., "env":
...} forks a process that goes on as `python -m ipykernel_launcher` with these arguments would, and
answers its id; {"pid": ...} answers its exit status, or null while it runs. It ends when nobody can
ask any more. Forking is safe only while there is one thread, which it makes sure of.
"""

import gc
import importlib
import json
import os
import runpy
import sys
import threading

KERNEL = "ipykernel_launcher"


def answer(value: int | None) -> None:
    print(json.dumps(value), flush=True)


def become_kernel(argv: list[str], cwd: str, env: dict[str, str]) -> None:
    """In the child: all that a process has of its own, then the kernel until it is shut down."""
    os.setsid()  # a signal for the kernel reaches what it has started too, and nobody else
    answer(os.getpid())
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.path[0] = cwd
    sys.argv = [KERNEL, *argv]
    runpy.run_module(KERNEL, run_name="__main__", alter_sys=True)


def exit_status(pid: int) -> int | None:
    ended, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def main(modules: list[str]) -> None:
    # a kernel does so too, before a cell can import matplotlib, which asks only then
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    for module in modules:
        importlib.import_module(module)
    assert threading.active_count() == 1, threading.enumerate()
    gc.freeze()  # no kernel need look for garbage in what all of them share
    gc.set_threshold(50_000, 20, 20)  # nor among each 700 objects of the book's long lists
    for line in sys.stdin:
        request = json.loads(line)
        if "pid" in request:
            answer(exit_status(request["pid"]))
            continue
        request["env"]["JPY_PARENT_PID"] = str(os.getpid())  # whose end is the kernel's own end
        if os.fork() == 0:
            return become_kernel(**request)


if __name__ == "__main__":
    main(sys.argv[1:])
