"""Time the built pages as a reader gets them: a line of 10 Mbit/s, a processor slowed four times.

`python -m benchmarks.pages` after `make book`. Seconds until every widget can be used, until the
page is complete (its files, its model, its widgets), and until the last section is laid out, which
nobody waits for; medians of a few visits with an empty cache, and how far things moved meanwhile.
The goals are those of an otherwise idle machine.

`--gains` says what each part of `book.speed` gains: for each a book is built without it, and the
same page of all books is visited in turns, so that a busy machine slows all of them down alike.
"""

import argparse
import gzip
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.timing import Timing, table
from book.speed import PARTS
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
  const complete = Math.max(loadEventEnd, visit.widgets, ...files);
  return [visit.widgets / 1000, complete / 1000, visit.laidOut / 1000, visit.shift];
}"""


class Visit(NamedTuple):
    """Seconds until all widgets are there (0 without any), all files, all sections; the shift."""

    widgets: float
    complete: float
    laid_out: float
    shift: float


@cache  # a host packs a file once, not for each reader
def _packed(path: Path) -> bytes:
    body = path.read_bytes()
    return gzip.compress(body, 6) if path.suffix in PACKED else body


class _Handler(SimpleHTTPRequestHandler):
    """Files as a usual host sends them: text packed, nothing said on the console."""

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
    """The folder as a site of this machine alone, while the block runs; gives its address."""
    server = _Server(("127.0.0.1", 0), partial(_Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def throttled(page) -> Iterator[None]:
    """Chromium's own slow processor, while the block runs: it has the fast one wait in circles."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    yield
    session.detach()


def visit(page, address: str, slowed=throttled) -> Visit:
    """Open a page of Playwright's at this address, slowed down, and wait until it is complete."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")  # the first bytes are there, nothing is shown yet
    with slowed(page):
        page.wait_for_load_state("networkidle", timeout=120_000)
        page.wait_for_function(READY, timeout=120_000)
    found = Visit(*page.evaluate(READ))
    session.detach()  # the line is fast again
    return found


def build_without(part: str, folder: Path) -> Path:
    """The pages of a book without this part of `book.speed`, built into a folder."""
    code = (
        "from book import speed; from jupyter_book.cli.main import main; "
        f"speed.PARTS.remove({part!r}); main()"
    )
    command = [sys.executable, "-c", code, "build", ".", "--quiet", "--path-output", folder]
    subprocess.run(command, cwd=SITE.parents[1], check=True, stdout=subprocess.DEVNULL)
    return folder / "_build/html"


@contextmanager
def visitor() -> Iterator[Callable[[str], Visit]]:
    """A function that opens an address in a browser without anything in its cache."""
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
            rows.append([name.stem, *(f"{seconds:.2f}" for seconds in row[:3]), f"{row[3]:.3f}"])
    goals = ["to reach", *(f"{GOALS[name]:g}" if name in GOALS else "" for name in Visit._fields)]
    return table(["page", "widgets (s)", "complete (s)", "laid out (s)", "shift"], [*rows, goals])


def gains(names: list[Path], visits: int) -> str:
    """The table of what the parts gain: by how much a page is complete earlier, in quartiles."""
    seconds = {"all": [], **{part: [] for part in PARTS}}
    with TemporaryDirectory() as folder, ExitStack() as stack:
        sites = [SITE, *(build_without(part, Path(folder, part)) for part in PARTS)]
        addresses = [stack.enter_context(served(site)) for site in sites]
        come = stack.enter_context(visitor())
        for name in names * visits:
            for found, address in zip(seconds.values(), addresses, strict=True):
                found.append(come(f"{address}/{name}").complete)
    timing = Timing(seconds)
    rows = [["none", f"{timing.median('all'):.2f}", "", "", ""]]
    for part in PARTS:
        quarters = (f"{1 - ratio:.1%}" for ratio in reversed(timing.ratios("all", part)))
        rows.append([part, f"{timing.median(part):.2f}", *quarters])
    return table(["without", "complete (s)", "lower", "gain", "upper"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("--visits", type=int, default=3)
    parser.add_argument("--gains", action="store_true", help="what each part of book.speed gains")
    options = parser.parse_args()
    names = sorted(path.relative_to(SITE) for path in SITE.glob("chapters/**/*.html"))
    print((gains if options.gains else times)(names, options.visits))


if __name__ == "__main__":
    main()
