"""Previews: what a link of the text leads to, in a few words, beside the link.

Terms, sections, sources and boxes of other pages are written into each page, the beginning of each;
what stands on the page itself, a formula or a figure, previews.js takes from there. Nothing is
fetched. (sphinx-hoverxref asks a server; sphinx-tippy brings 14 kB of scripts for each page.)
"""

import json
import re
from html import escape, unescape
from pathlib import Path
from posixpath import normpath

from docutils import nodes

LONGEST = (
    130,
    90,
    60,
    40,
)  # letters: fewer where a page has so many links that it would grow heavy
ROOM = 4_500  # letters of all previews of a page, about 1.5 kB on the wire
LINK = re.compile(r'<a class="reference internal" href="([^"#]+)#([^"]+)"')
END = re.compile(r"</article>")


def texts(searched: dict) -> dict[str, str]:
    """{address with its place: the beginning of what stands there} of `book.search`."""
    return {
        f"{address}#{place}": text or asked
        for (_, address, _), passages in searched.values()
        for place, _, asked, text, _ in passages
    }


def previewed(html: str, address: str, known: dict[str, str]) -> str:
    """The page with the previews of its links to other pages, if it has any."""
    body = html[: end.start()] if (end := END.search(html)) else ""
    found = {}
    for page, place in LINK.findall(body):
        whole = f"{normpath(f'{address}/../{page}')}#{unescape(place)}"
        if text := known.get(whole):
            found[f"{page}#{place}"] = text
    if not found:
        return html
    for longest in LONGEST:
        short = {link: _short(text, longest) for link, text in found.items()}
        data = json.dumps(short, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        if len(data) <= ROOM:
            break
    script = '<script type="application/json" id="previews" class="previews">'
    script += f"{escape(data, quote=False)}</script>"
    return html[: end.start()] + script + html[end.start() :]


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
    for _, address, _ in (page for page, _ in app.searched.values()):
        path = Path(app.outdir, address)
        text = path.read_text("utf-8")
        if (new := previewed(text, address, known)) != text:
            path.write_text(new, "utf-8")


def setup(app):
    """Write the previews once all passages are known; add the script that shows them."""
    app.add_css_file("previews.css", priority=900)
    app.add_js_file("previews.js")
    app.captions = {}
    app.connect("html-page-context", _keep_captions)
    app.connect("build-finished", _write, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
