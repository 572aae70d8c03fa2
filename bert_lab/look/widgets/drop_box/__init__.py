"""DropBox: where a reader drops the files of a released BERT (`ch-original`, `ch-own-sentence`)."""

import traitlets as t

from bert_lab.look.widgets.base import Widget


class DropBox(Widget):
    """Read any sentence with a BERT whose files a reader drops into the page.

    Attributes, the reader's choice, which Python may set: `text` and `second`, what it reads. In
    a notebook the box says where it works: files are read in pages of the book alone.
    """

    _name = "drop_box"
    _heights = 227, 289

    text = t.Unicode("I went to the [MASK] to deposit cash.").tag(sync=True)
    second = t.Unicode().tag(sync=True)

    def _fallback_html(self) -> str:
        return self._table(
            [
                ["model.safetensors", self._say("model")],
                ["config.json", self._say("config")],
                ["tokenizer.json", self._say("tokenizer")],
            ]
        )
