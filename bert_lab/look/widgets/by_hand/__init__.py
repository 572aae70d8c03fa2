"""ByHand: every number of one training step, with the rule that made it (`ch-model`)."""

import copy

import traitlets as t
from torch import Tensor

from bert_lab.look.hand_sheet import digits
from bert_lab.look.widgets.base import Widget
from bert_lab.measures.by_hand import WEIGHTS, hand_loss, hand_model, hand_numbers, hand_step

_SHOWN = "x", "a", "m", "n", "h", "z", "p"
_ROWS = WEIGHTS | {"S": WEIGHTS["S"][:1], "P": WEIGHTS["P"][0]}  # no text is of segment 1


class ByHand(Widget):
    """A BERT for a pencil: change a weight, and every number after it changes, there and back.

    Attributes, each of them the reader's choice as it stands, which Python may set: `changes`, a
    list of [parameter, place, number], where places count through the rows of a matrix; `part`,
    what is shown; `checking`, whether the reader types the numbers of an own sheet, and `typed`,
    those, as [line, place, text]. `numbers` are the model's, computed from `changes`.
    """

    _name = "by_hand"
    _heights = 636, 1109

    start = t.Dict(t.List(t.List(t.Float())), help="of each parameter its rows").tag(sync=True)
    changes = t.List(t.Tuple(t.Unicode(), t.Int(), t.Float())).tag(sync=True)
    part = t.Enum(["weights", "forward", "backward", "step"], "forward").tag(sync=True)
    checking = t.Bool().tag(sync=True)
    typed = t.List(t.Tuple(t.Unicode(), t.Int(), t.Unicode())).tag(sync=True)

    def __init__(self, **choice) -> None:
        start = {
            name: [list(map(float, row)) for row in (rows if isinstance(rows[0], list) else [rows])]
            for name, rows in _ROWS.items()
        }
        super().__init__(start=start, **choice)

    @property
    def weights(self) -> dict[str, list]:
        """The weights as the reader has them, in the shapes of `hand_model`."""
        weights = copy.deepcopy(WEIGHTS)
        for name, place, number in self.changes:
            rows = weights[name][0] if name == "P" else weights[name]
            if isinstance(rows[0], list):
                rows = rows[place // len(rows[0])]
                place %= len(rows)
            rows[place] = number
        return weights

    @property
    def numbers(self) -> dict[str, Tensor]:
        """What `hand_numbers` gives for these weights."""
        return hand_numbers(hand_model(self.weights))

    def _fallback_html(self) -> str:
        numbers = self.numbers
        rows = [[name, " ".join(map(digits, numbers[name].flatten().tolist()))] for name in _SHOWN]
        after = hand_loss(hand_step(hand_model(self.weights))).item()
        return self._table(rows, loss=digits(numbers["loss"].item()), after=digits(after))
