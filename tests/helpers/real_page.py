"""A page that reads with the released BERT, under the book's policy, and its server."""

import base64
import json
import threading
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from book.policy import guarded
from tests.helpers.javascript import bundled
from tools import kernels

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A reader</title>
<link rel="icon" href="data:,"><script src="reading.js"></script></head><body></body></html>"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def write_page(folder, data):
    """The page, its script and the model's file, in an empty folder; the name of the file."""
    wasm = kernels.ALL[1].binary.read_bytes()
    name = f"real-{sha256(data).hexdigest()[:12]}.bin"
    parts = {"code": bundled("real/worker.ts", "worker"), "url": name, "size": len(data)}
    script = f"""globalThis.parts = {json.dumps(parts)};
parts.wasm = Uint8Array.from(atob("{base64.b64encode(wasm).decode()}"), (c) => c.charCodeAt(0));
{bundled("real/reader.ts", "reading")}"""
    (folder / name).write_bytes(data)
    (folder / "reading.js").write_text(script, "utf-8")
    (folder / "page.html").write_text(guarded(PAGE), "utf-8")
    return name


@contextmanager
def served(folder):
    """The address of the page while the block runs."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/page.html"
    finally:
        server.shutdown()
        server.server_close()
