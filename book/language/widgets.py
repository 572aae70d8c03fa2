"""The words in a stored widget: in the traits that it starts from, and in its fallback.

What one page asks is in that page's catalogue. What `messages.py` says to all pages is in
`widgets.po`: texts, and templates, which are found again in what was made of them.
"""

import html
import json
import re
import runpy
from collections.abc import Iterator, Mapping
from functools import cache

from sphinx.locale import get_translation

from book.language import LOCALE, WIDGETS

MESSAGES = LOCALE.parent / "bert_lab/look/widgets/messages.py"
WIDGET = re.compile(
    r'(?P<start><div data-afm="(?P<name>\w+)"[^>]*>)(?P<fallback>.*?)'
    r'(?P<script><script type="application/json">)(?P<state>.*?)(?P<end></script></div>)',
    re.DOTALL,
)
_run = runpy.run_path  # importing a widget would load torch
PLACES = _run(str(LOCALE.parent / "bert_lab/look/widgets/said.py"))["places"]
WORDS = re.compile(r"[A-Za-z]{2}")
# A text between tags; a single word that heads nothing may be one of the model's.
PIECE = re.compile(r"(<(\w+)[^>]*>)([^<]+)(?=</)")
# Where a text of a question stands in its fallback (bert_lab/look/widgets/check.py).
BEFORE = r"(?:(?<=>)|(?<=[:.→] ))"
OURS = ("caption", "p", "summary")
_ = get_translation(WIDGETS)


def messages() -> list[str]:
    """What the widgets say in Python: texts, and templates for `format`."""
    names = _run(str(MESSAGES))
    found = (text for name, value in names.items() if name.isupper() for text in _strings(value))
    return list(dict.fromkeys(text for text in found if WORDS.search(re.sub(r"\{.*?\}", "", text))))


def _strings(value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _strings(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _strings(one)


@cache
def _templates() -> list[tuple[re.Pattern, str]]:
    """Each template that has places for facts, as a pattern of what may be made of it."""
    fields = re.compile(r"\\\{(\w*)(?::[^{}]*)?\\\}")
    return [
        (re.compile(fields.sub(lambda at: f"(?P<{at[1] or '_'}>.+?)", re.escape(text))), text)
        for text in messages()
        if "{" in text
    ]


def told(text: str) -> str | None:
    """What `widgets.po` has for a text that Python said; None if Python has no such message."""
    if text in messages_set():
        return str(_(text))
    for pattern, template in _templates():
        if found := pattern.fullmatch(text):
            own = re.sub(r"\{(\w*)[^{}]*\}", r"{\1}", str(_(template))).replace("{}", "{_}")
            return own.format(**found.groupdict())
    return None


@cache
def messages_set() -> frozenset[str]:
    """The same, to look up."""
    return frozenset(messages())


def _places(name: str, state: dict) -> list[tuple]:
    return [(box, key) for box, key in PLACES(name, state) if WORDS.search(box[key])]


def words(text: str) -> list[str]:
    """What the widgets in this HTML say that is this page's alone, each once."""
    found = []
    for widget in WIDGET.finditer(text):
        state = json.loads(widget["state"])
        found += [box[key] for box, key in _places(widget["name"], state)]
    return [one for one in dict.fromkeys(found) if told(one) is None]


def translated(text: str, own: Mapping[str, str]) -> str:
    """The same HTML in another language, with the page's `own` words, {English: translation}."""

    def rewritten(widget: re.Match) -> str:
        state, fallback = json.loads(widget["state"]), widget["fallback"]
        changed = {}
        for box, key in _places(widget["name"], state):
            new = own.get(box[key]) or told(box[key]) or box[key]
            changed[box[key]], box[key] = new, new
        for old, new in sorted(changed.items(), key=lambda pair: -len(pair[0])):
            if new != old:
                place = re.compile(rf"{BEFORE}{re.escape(_marked(old))}(?=[<:]|\.(?!\w)| →)")
                fallback = _marked(new).join(place.split(fallback))
        fallback = PIECE.sub(_headed, fallback)
        packed = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        packed = packed.replace("</", "<\\/").replace("<!--", "\\u003c!--")
        return widget["start"] + fallback + widget["script"] + packed + widget["end"]

    return WIDGET.sub(rewritten, text)


def _headed(piece: re.Match) -> str:
    tag, name, text = piece.groups()
    ours = name in OURS or 'scope="col"' in tag or " " in text
    new = told(html.unescape(text)) if ours else None
    return tag + (text if new is None else html.escape(new, quote=False))


def _marked(text: str) -> str:
    """As a question is marked up (bert_lab/look/widgets/check.py)."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", html.escape(text).replace(" %", "\u00a0%"))
