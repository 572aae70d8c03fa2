"""Time the built pages as a reader gets them: 10 Mbit/s, CPU throttled four times.

`python -m benchmarks.pages` after `make book`. Seconds until there is text, until every widget can
be used, until the page is complete (its files, its model, its widgets), and until the last section
is laid out, which nobody waits for; the browser's work for the page, in seconds of processor; how
far things moved meanwhile. Medians of a few visits with an empty cache. The goals are those of an
otherwise idle machine.
"""

import argparse
import gzip
import statistics
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from benchmarks.timing import table
from bert_lab.training_loop.command import call
from tools.chromium import NAMES, chromium

SITE = Path(__file__).parents[1] / "_build/html"
GOALS = {"widgets": 1.6, "complete": 2.0, "shift": 0.02}
SPEED = 1.25e6  # bytes a second
LINE = {"offline": False, "latency": 40, "downloadThroughput": SPEED, "uploadThroughput": SPEED}
SLOWER = 4
PACKED = {".css", ".html", ".js", ".json", ".svg"}
READERS = (*NAMES[1:], NAMES[0])  # a reader's browser has a window to draw
# Shifts add up over the visit: no less than the web vital, which takes the worst five seconds.
WATCH = """
window.visit = { shift: 0, widgets: 0, laidOut: 0 };
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) visit.shift += value;
}).observe({ type: "layout-shift", buffered: true });
new MutationObserver(() => {
  const waiting = document.querySelector("[data-afm]:not([data-afm-ready])");
  visit.widgets = waiting ? 0 : performance.now();
}).observe(document, { subtree: true, attributeFilter: ["data-afm-ready"] });
new MutationObserver(() => {
  visit.laidOut = performance.now();
}).observe(document, { subtree: true, attributeFilter: ["data-later"] });
"""
READY = """() => performance.getEntriesByType("navigation")[0].loadEventEnd > 0
  && !("later" in document.documentElement.dataset)
  && !document.querySelector("[data-afm]:not([data-afm-ready])")"""
READ = """() => {
  const files = performance.getEntriesByType("resource").map((file) => file.responseEnd);
  const { loadEventEnd } = performance.getEntriesByType("navigation")[0];
  const [text] = performance.getEntriesByName("first-contentful-paint");
  const complete = Math.max(loadEventEnd, visit.widgets, ...files);
  const times = [text.startTime, visit.widgets, complete, visit.laidOut];
  return [...times.map((ms) => ms / 1000), visit.shift];
}"""


class Visit(NamedTuple):
    """Seconds until there is text, all widgets (0 without any), all files, all sections; more."""

    text: float
    widgets: float
    complete: float
    laid_out: float
    shift: float
    work: float  # seconds of processor


@cache  # a host packs a file once, not for each reader
def _packed(path: Path) -> bytes:
    body = path.read_bytes()
    return gzip.compress(body, 6) if path.suffix in PACKED else body


class _Handler(SimpleHTTPRequestHandler):
    """Serves files as a typical host does: text compressed, no log on the console."""

    protocol_version = "HTTP/1.1"  # connections stay open, as they do everywhere

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        body = _packed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        if path.suffix in PACKED:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class _Server(ThreadingHTTPServer):
    request_queue_size = 64  # a browser asks for all files of a page at once


@contextmanager
def served(folder: Path = SITE) -> Iterator[str]:
    """Serve the folder on localhost within the block; yields its address."""
    server = _Server(("127.0.0.1", 0), partial(_Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def throttled(page) -> Iterator[None]:
    """Chromium's own CPU throttling within the block."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield
    session.detach()


def visit(page, address: str, slowed=throttled) -> Visit:
    """Open a page in Playwright at this address, slowed down, and wait until it is complete."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")  # the first bytes are there, nothing is shown yet
    with slowed(page):
        page.wait_for_load_state("networkidle", timeout=120_000)
        page.wait_for_function(READY, timeout=120_000)
    work = {
        each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]
    }
    found = Visit(*page.evaluate(READ), work["TaskDuration"])
    session.detach()  # the line is fast again
    return found


@contextmanager
def visitor() -> Iterator[Callable[[str], Visit]]:
    """A function that opens an address in a browser with an empty cache."""
    with chromium(READERS) as browser:

        def come(address: str) -> Visit:
            context = browser.new_context(viewport={"width": 1300, "height": 900})
            found = visit(context.new_page(), address)
            context.close()
            return found

        yield come


def times(names: list[Path], visits: int) -> str:
    """The table of all pages."""
    rows = []
    with visitor() as come, served() as address:
        for name in names:
            found = [come(f"{address}/{name}") for _ in range(visits)]
            row = [statistics.median(column) for column in zip(*found, strict=True)]
            rows.append([name.stem, *(f"{number:.3f}" for number in row)])
    goals = ["to reach", *(f"{GOALS[name]:g}" if name in GOALS else "" for name in Visit._fields)]
    return table(["page", *Visit._fields], [*rows, goals])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--pages", nargs="*", help="of chapters/, all if none is named")
    options = parser.parse_args()
    found = (path.relative_to(SITE) for path in SITE.glob("chapters/**/*.html"))
    names = sorted(path for path in found if not options.pages or path.stem in options.pages)
    print(times(names, options.visits))


if __name__ == "__main__":
    call(main)
