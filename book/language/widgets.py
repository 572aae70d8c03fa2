"""Translate a stored widget: its initial traits, and its fallback without scripts.

What one page gives its widgets is in that page's catalogue. What they say on all pages stands with
its place in the tables and its facts in the HTML (bert_lab/look/widgets/words.py).
"""

import html
import json
import re
import runpy
from collections.abc import Mapping

from book.languages import LOCALE

WIDGET = re.compile(
    r'(?P<start><div data-afm="(?P<name>\w+)"[^>]*>)(?P<fallback>.*?)'
    r'(?P<script><script type="application/json">)(?P<state>.*?)(?P<end></script></div>)',
    re.DOTALL,
)
SAY = re.compile(
    r'(<(\w+)[^>]*?) data-say="(?P<place>[^"]*)"(?: data-facts="(?P<facts>[^"]*)")?>'
    r"(?P<text>[^<]*)(?=</\2>)"
)
OWN = re.compile(r'(<(\w+)[^>]*?) data-own="(?P<place>[^"]*)">(?P<text>.*?)(?=</\2>)', re.DOTALL)
WORDS = re.compile(r"[A-Za-z]{2}")
PACKAGE = LOCALE.parent / "bert_lab/look/widgets"  # importing a widget would load torch
PLACES = runpy.run_path(str(PACKAGE / "translation.py"))["places"]
marked = runpy.run_path(str(PACKAGE / "words.py"))["marked"]


def _places(name: str, state: dict) -> list[tuple]:
    return [(box, key) for box, key in PLACES(name, state) if WORDS.search(box[key])]


def words(text: str) -> list[str]:
    """The texts that only this page gives the widgets in this HTML, without duplicates."""
    found = []
    for widget in WIDGET.finditer(text):
        state = json.loads(widget["state"])
        found += [box[key] for box, key in _places(widget["name"], state)]
    return list(dict.fromkeys(found))


def translated(text: str, own: Mapping[str, str], messages: Mapping[str, str]) -> str:
    """The same HTML translated, without its references to message tables.

    Args:
        own: {English: translation} of what the page gives its widgets.
        messages: {place: message} of what widgets say on all pages.
    """

    def say(found: re.Match) -> str:
        facts = json.loads(html.unescape(found["facts"] or "{}"))
        message = messages.get(html.unescape(found["place"]))
        new = html.escape(message.format(**facts), False) if message else found["text"]
        return f"{found[1]}>{new}"

    def rewritten(widget: re.Match) -> str:
        state = json.loads(widget["state"])
        for box, key in _places(widget["name"], state):
            box[key] = own.get(box[key], box[key])

        def ours(found: re.Match) -> str:
            value = state
            for key in found["place"].split("."):
                value = value[int(key) if isinstance(value, list) else key]
            return f"{found[1]}>{marked(value)}"

        fallback = OWN.sub(ours, SAY.sub(say, widget["fallback"]))
        packed = json.dumps(state, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        packed = packed.replace("</", "<\\/").replace("<!--", "\\u003c!--")
        return widget["start"] + fallback + widget["script"] + packed + widget["end"]

    return WIDGET.sub(rewritten, text)
