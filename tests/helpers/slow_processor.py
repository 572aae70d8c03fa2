"""Simulate a slow processor for a browser's pages by pausing their processes.

Chromium's own throttle keeps the processor busy with nothing: of ten seconds that a visit took,
eight were its.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

from benchmarks.pages import SLOWER

PERIOD = 0.008  # seconds, half of what a screen gives a picture


@contextmanager
def paused(page) -> Iterator[None]:
    """Let the processes of the browser's pages run a quarter of the time, in slices."""
    over = Event()
    pausing = Thread(target=_pause, args=(pages_of(page), over))
    pausing.start()
    try:
        yield
    finally:
        over.set()
        pausing.join()


def pages_of(page) -> list[int]:
    """The renderer processes of the page's browser."""
    session = page.context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return [process["id"] for process in processes if process["type"] == "renderer"]


def _pause(processes: list[int], over: Event) -> None:
    while not over.is_set():
        for number, seconds in (
            (signal.SIGSTOP, PERIOD * (1 - 1 / SLOWER)),
            (signal.SIGCONT, PERIOD / SLOWER),
        ):
            for process in processes:
                with suppress(ProcessLookupError):  # of a page that is closed
                    os.kill(process, number)
            time.sleep(seconds)
