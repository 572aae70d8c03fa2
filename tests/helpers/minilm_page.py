"""A page that reads with the released BERT, under the book's policy."""

import base64
import json
from hashlib import sha256

from book.policy import guarded
from tests.helpers.javascript import bundled
from tools import kernels

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A reader</title>
<link rel="icon" href="data:,"><script src="reading.js"></script></head><body></body></html>"""


def write_page(folder, data):
    """The page, its script and the model's file, in an empty folder; the name of the file."""
    wasm = kernels.BINARY.read_bytes()
    name = f"real-{sha256(data).hexdigest()[:12]}.bin"
    parts = {"code": bundled("minilm/worker.ts", "worker"), "url": name, "size": len(data)}
    script = f"""globalThis.parts = {json.dumps(parts)};
parts.wasm = Uint8Array.from(atob("{base64.b64encode(wasm).decode()}"), (c) => c.charCodeAt(0));
{bundled("minilm/reader.ts", "reading")}"""
    (folder / name).write_bytes(data)
    (folder / "reading.js").write_text(script, "utf-8")
    (folder / "page.html").write_text(guarded(PAGE), "utf-8")
    return name
