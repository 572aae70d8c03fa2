"""Time the built pages as a reader gets them: a line of 10 Mbit/s, a processor slowed four times.

`python -m benchmarks.pages` after `make book`. Seconds until every widget can be used, until the
page is complete (its files, its model, its widgets), and until the last section is laid out, which
nobody waits for; medians of a few visits with an empty cache, and how far things moved meanwhile.
The goals are those of an otherwise idle machine.
"""

import argparse
import gzip
import shutil
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from benchmarks.timing import table

SITE = Path(__file__).parents[1] / "_build/html"
GOALS = {"widgets": 1.6, "complete": 2.0, "shift": 0.1}
SPEED = 1.25e6  # bytes a second
LINE = {"offline": False, "latency": 40, "downloadThroughput": SPEED, "uploadThroughput": SPEED}
SLOWER = 4
PACKED = {".css", ".html", ".js", ".json", ".svg"}
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
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


def visit(page, address: str) -> Visit:
    """Open a page of Playwright's at this address, slowed down, and wait until it is complete."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    page.goto(address, wait_until="networkidle", timeout=120_000)
    page.wait_for_function(READY, timeout=120_000)
    return Visit(*page.evaluate(READ))


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=__doc__)
    parser.add_argument("--visits", type=int, default=3)
    options = parser.parse_args()
    names = sorted(path.relative_to(SITE) for path in SITE.glob("chapters/*.html"))
    rows = []
    with sync_playwright() as playwright, served() as address:
        executable = next(filter(None, map(shutil.which, CHROMIUM)), None)
        browser = playwright.chromium.launch(executable_path=executable)
        for name in names:
            visits = []
            for _ in range(options.visits):
                context = browser.new_context(viewport={"width": 1300, "height": 900})
                visits.append(visit(context.new_page(), f"{address}/{name}"))
                context.close()
            row = [statistics.median(column) for column in zip(*visits, strict=True)]
            rows.append([name.stem, *(f"{seconds:.2f}" for seconds in row[:3]), f"{row[3]:.3f}"])
        browser.close()
    goals = ["to reach", *(f"{GOALS[name]:g}" if name in GOALS else "" for name in Visit._fields)]
    print(table(["page", "widgets (s)", "complete (s)", "laid out (s)", "shift"], [*rows, goals]))


if __name__ == "__main__":
    main()
