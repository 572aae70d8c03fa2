"""A parser for widgets' static HTML."""

import json
from html.parser import HTMLParser


class Page(HTMLParser):
    """Elements with their attributes, and the texts of each kind of element."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self._open = [], {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag != "br":  # the one that has no end
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag, "elements must nest"

    def handle_data(self, data):
        self.texts.setdefault(self._open[-1], []).append(data)

    @property
    def state(self):
        return json.loads("".join(self.texts["script"]))
