"""Previews: what a link of the text leads to, in a few words, beside the link.

Terms, sections, sources and boxes of other pages are written into each page, the beginning of each,
in the order of the links; what stands on the page itself previews.js takes from there. Nothing is
fetched. (sphinx-hoverxref asks a server; sphinx-tippy brings others' scripts.)
"""

import json
import re
import zlib
from html import escape, unescape
from pathlib import Path
from posixpath import normpath

from docutils import nodes
from sphinx.errors import ExtensionError

LONGEST = 130, 90, 60, 50, 40, 30, 20, 15  # letters: fewer where a page has many links
ROOM = 2_900  # bytes of all previews of a page, on the wire
LINK = re.compile(r'<a class="reference internal" href="([^"#]+)#([^"]+)"')
END = re.compile(r"</article>")


def texts(searched: dict) -> dict[str, str]:
    """{address with its place: the beginning of what stands there} of `book.search`."""
    return {
        f"{address}#{place}": text or message
        for (_, address, _), passages in searched.values()
        for place, _, message, text, _ in passages
    }


def previewed(html: str, address: str, known: dict[str, str]) -> str:
    """The page with the previews of its links to other pages, if it has any.

    Raises:
        ExtensionError: if they are heavier than `ROOM` even when they are short.
    """
    body = html[: end.start()] if (end := END.search(html)) else ""
    links = [*dict.fromkeys(LINK.findall(body))]
    wholes = [f"{normpath(f'{address}/../{page}')}#{unescape(place)}" for page, place in links]
    found = [known.get(whole, "") for whole in wholes]
    if not any(found):
        return html
    for longest in LONGEST:
        short = [_short(text, longest) for text in found]
        data = json.dumps(short, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        script = '<script type="application/json" id="previews" class="previews">'
        script += f"{escape(data, quote=False)}</script>"
        if len(zlib.compress(script.encode())) <= ROOM:
            return html[: end.start()] + script + html[end.start() :]
    raise ExtensionError(f"{address}: its previews are heavier than {ROOM} bytes")


def _short(text: str, longest: int) -> str:
    """A first sentence if it fits, or as many words as fit."""
    if len(text) <= longest:
        return text
    sentence = re.match(rf".{{20,{longest}}}?(?:\.(?=\s)|。)", text)
    if sentence:
        return sentence[0]
    return f"{text[:longest].rsplit(' ', 1)[0]} …"


def _keep_captions(app, name, template, context, doctree) -> None:
    page = app.builder.get_target_uri(name) if doctree is not None else ""
    for figure in doctree.findall(nodes.figure) if page else ():
        for caption in figure.findall(nodes.caption):
            text = " ".join(caption.astext().split())
            app.captions |= {f"{page}#{place}": text for place in figure["ids"]}


def _write(app, exception) -> None:
    if exception or app.builder.name != "html":
        return
    known = texts(app.searched) | app.captions
    pages = {
        page[1]: Path(app.outdir, page[1]).read_text("utf-8") for page, _ in app.searched.values()
    }
    for address, html in pages.items():
        if (new := previewed(html, address, known)) != html:
            Path(app.outdir, address).write_text(new, "utf-8")


def setup(app):
    """Write the previews once all passages are known; add the script that shows them."""
    app.add_css_file("previews.css", priority=900)
    app.add_js_file("previews.js")
    app.captions = {}
    app.connect("html-page-context", _keep_captions)
    app.connect("build-finished", _write, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
