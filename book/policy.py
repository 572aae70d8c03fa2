"""A Content-Security-Policy (CSP) in every page: nothing foreign is run or fetched.

Scripts are the book's own files, and those that the build writes into a page, each by its hash; so
are style sheets. A policy that a host sends in a header would come on top of this one.
"""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

SCRIPT = re.compile(
    r"<script(?![^>]*(?: src=| type=\"application/json\"))[^>]*>(.*?)</script>", re.S
)
STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.S)
HANDLER = re.compile(r' on[a-z]+="([^"]*)"')  # the theme's buttons to print and to fill the screen
NOBODY = ["'none'"]
CHARSET = re.compile(r'<meta charset="[^"]*" */?>')


def policy(html: str) -> str:
    """The policy of this page."""
    scripts, styles = (_hashes(kind.findall(html)) for kind in (SCRIPT, STYLE))
    handlers = _hashes(HANDLER.findall(html))
    allowed = {
        "default-src": NOBODY,
        # a model may be computed by WebAssembly, in a worker whose script is a blob
        "script-src": ["'self'", "'wasm-unsafe-eval'", *scripts, *handlers],
        "worker-src": ["blob:"],
        "connect-src": ["'self'"],
        # pictures in style sheets are data: the theme's arrows and check marks
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "style-src-elem": ["'self'", *styles],
        # Formulas, images and widgets carry their sizes in style attributes, which hold no script;
        # a browser that doesn't know the two rules before and after reads the third.
        "style-src-attr": ["'unsafe-inline'"],
        "style-src": ["'self'", "'unsafe-inline'"],
        "form-action": ["'self'"],
        "base-uri": NOBODY,
    }
    if handlers:
        allowed["script-src"].append("'unsafe-hashes'")  # such handlers count as scripts
    return "; ".join(" ".join([name, *sources]) for name, sources in allowed.items())


def _hashes(texts: list[str]) -> list[str]:
    digests = {b64encode(sha256(text.encode()).digest()).decode() for text in texts}
    return [f"'sha256-{digest}'" for digest in sorted(digests)]


def guarded(html: str) -> str:
    """The page with its policy inserted before everything that it governs.

    A page that an earlier build left has one already.
    """
    if '<meta http-equiv="Content-Security-Policy"' in html:
        return html
    meta = f'\n    <meta http-equiv="Content-Security-Policy" content="{policy(html)}" />'
    charset = CHARSET.search(html)
    place = charset.end() if charset else 0
    return html[:place] + meta + html[place:]


def _guard(app, exception) -> None:
    if exception:
        return
    folder = Path(app.outdir, "_static")
    for page in Path(app.outdir).rglob("*.html"):
        if folder not in page.parents:
            page.write_text(guarded(page.read_text("utf-8")), "utf-8")


def setup(app):
    """Write the policies once the pages are final."""
    app.connect("build-finished", _guard, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
