"""ReadingReach: what ELMo, GPT and BERT may read for a word (`ch-agnostic`)."""

from operator import ge, le

import traitlets as t

from bert_lab.look.widgets.base import Widget
from bert_lab.look.widgets.words import element

_MOST = 24  # words in the picture

# reads(of, from): may the vector at one position depend on the word at the other?
NETWORKS = {
    "ELMo, forward": ge,
    "ELMo, backward": le,
    "GPT": ge,
    "BERT": lambda _of, _from: True,
}


class ReadingReach(Widget):
    """Point at a word and see which words its vector may depend on, in three kinds of network.

    Args:
        text: words between spaces; the first 24 are shown.
        position: of the chosen word, from 0.

    Attributes, the reader's choice as it stands, which Python may set: `text`, `position`. `words`
    and `reads` are computed from them. No model is needed: what may be read follows from how a
    network is wired, and the tests compare it with gradients.
    """

    _name = "reading_reach"
    _heights = 651, 744

    text = t.Unicode().tag(sync=True)
    position = t.Int(0, min=0).tag(sync=True)

    def __init__(self, text: str, position: int = 0) -> None:
        super().__init__(text=text, position=position)

    @property
    def words(self) -> list[str]:
        """The words of the text that are shown."""
        return self.text.split()[:_MOST]

    @property
    def reads(self) -> dict[str, list[int]]:
        """For each network the positions that the chosen word's vector may depend on."""
        end = len(self.words)
        at = min(self.position, end - 1)
        return {name: [i for i in range(end) if may(at, i)] for name, may in NETWORKS.items()}

    def _fallback_html(self) -> str:
        text = self.words
        if not text:
            return element("p", self._say("nothing"))
        chosen = text[min(self.position, len(text) - 1)]
        rows = [[name, " ".join(text[i] for i in at)] for name, at in self.reads.items()]
        return self._table(rows, word=chosen)
