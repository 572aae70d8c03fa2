"""Puts the user's own BERT into a notebook's widgets; in a page the book's host does that.

A widget sends `{"adopt": True}` with packed bytes, or `{"back": True}`: see
web/user_model/subscribe.ts.
"""

import time
from typing import Any
from weakref import WeakSet

import traitlets as t

from bert_lab.checkpoint.single_file import unpacked
from bert_lab.look.widgets.base import Record, Widget

_subscribers: "WeakSet[Subscriber]" = WeakSet()


class Subscriber(Widget):
    """A widget that shows the book's model, or the user's own in its place.

    `weights` is a model as `pack` writes it, `checkpoint` the book's file with the same bytes, if
    there is one. `yours` is `{"since": milliseconds since 1970}` while the reader's own model is
    there, and empty while it is the book's. `_shows_own` says whether the widget shows it, only
    learns that it is there (False), or gets nothing (None).
    """

    weights = t.Bytes().tag(sync=True, kernel_only=True)
    checkpoint = t.Unicode().tag(sync=True)
    yours = Record(
        {},
        {
            "since": t.Int(),
            "kept": t.Bool(help="whether the browser keeps it for other pages; nobody else knows"),
        },
    ).tag(sync=True, kernel_only=True)

    @property
    def _shows_own(self) -> bool | None:
        return True

    @property
    def _follows(self) -> bool:
        """Whether it shows a model of the book's, which the reader's own may take the place of."""
        return bool(self.checkpoint)

    def _subscribe(self) -> None:
        """Follow the reader's model from now on; the present model is restored afterwards."""
        self._first = self._model, self._tokenizer, self.weights, self.checkpoint
        self.on_msg(_on_message)
        if self._follows and self._shows_own is not None:
            _subscribers.add(self)

    def _receive(self, shown: tuple[Any, Any, bytes, str], yours: dict[str, Any]) -> None:
        with self.hold_sync():
            if self._shows_own:
                self._model, self._tokenizer, self.weights, self.checkpoint = shown
            self.yours = yours


def _on_message(widget: Subscriber, content: dict[str, Any], buffers: list) -> None:
    if "adopt" in content:
        data = bytes(buffers[0])
        model, tokenizer = unpacked(data)
        yours = {"since": round(1000 * time.time())}
        for subscriber in _subscribers:
            subscriber._receive((model, tokenizer, data, ""), yours)
    elif "back" in content:
        for subscriber in _subscribers:
            subscriber._receive(subscriber._first, {})
