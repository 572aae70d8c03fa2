"""TurningArrows: two words' arrows, turned by their places (`ch-after`)."""

import math

import traitlets as t

from bert_lab.look.widgets.base import Widget

MOST = {"place": 40, "apart": 12}


class TurningArrows(Widget):
    """Turn two arrows by their words' places: only how far these lie apart is seen.

    Args:
        words: two; the second stands further on in the text.
        place: of the first word, from 0 to 40.

    Attributes: `words`, and the reader's choice, which Python may set: `place` and `apart`, how
    many places further the second one stands, from 1 to 12. An arrow is turned by one radian a
    place, as the quickest pair of numbers in rotary positions is.
    """

    _name = "turning_arrows"
    _heights = 368, 419

    words = t.List(t.Unicode(), minlen=2, maxlen=2).tag(sync=True)
    place = t.Int(0, min=0, max=MOST["place"]).tag(sync=True)
    apart = t.Int(2, min=1, max=MOST["apart"]).tag(sync=True)

    def __init__(self, words: list[str], place: int = 0) -> None:
        super().__init__(words=list(words), place=place)

    def _fallback_html(self) -> str:
        rows = []
        for place in (self.place, self.place + 5, self.place + 20):
            turns = (f"{round(math.degrees(p)) % 360}°" for p in (place, place + self.apart))
            rows.append([place, place + self.apart, *turns, f"{math.cos(self.apart):.2f}"])
        first, second = self.words
        return self._table(rows, first=first, second=second)
