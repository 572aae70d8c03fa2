"""ShapeExplorer: three sizes of BERT in one scale, and the tensors of each part (`ch-model`)."""

import traitlets as t

from bert_core.config import PRESETS
from bert_lab.look import shapes
from bert_lab.look.widgets.base import Record, Widget
from bert_lab.look.widgets.words import say

SIZES = "mini", "base", "large"
STAGES = tuple(dict.fromkeys(spec.stage for spec in shapes.TENSORS))
_SHOWN = {"batch": 1, "length": 512, "predictions": 77}  # of the shapes in numbers, at BASE


class ShapeExplorer(Widget):
    """Squares as large as their models; press a part to see its tensors and their shapes.

    `stage` is the part whose tensors are shown, or "", which Python may set, too. What it shows
    stands in `bert_lab.look.shapes`, which the tests hold against the real model.
    """

    _name = "shape_explorer"
    _heights = 457, 752

    stage = t.Enum(["", *STAGES], "").tag(sync=True)
    totals = t.Dict(t.Dict(t.Int()), help="size -> part -> parameters").tag(sync=True)
    tensors = t.List(
        Record(
            dict.fromkeys(("stage", "name", "code", "values", "formula"), t.Unicode())
            | {"dims": t.List(t.Unicode()), "per_block": t.Bool()}
        )
    ).tag(sync=True)

    def __init__(self, stage: str = "") -> None:
        letters = _letters("base")
        super().__init__(
            stage=stage,
            totals={size: _totals(size) for size in SIZES},
            tensors=[
                {
                    "stage": spec.stage,
                    "name": spec.name,
                    "code": spec.code,
                    "dims": [str(dim) for dim in spec.dims],
                    "values": _tuple(f"{n:,}" for n in shapes.numbers(spec.dims, letters)),
                    "formula": shapes.formula(spec.parameters),
                    "per_block": spec.per_block,
                }
                for spec in shapes.TENSORS
            ],
        )

    def _fallback_html(self) -> str:
        sizes = {size: f"{sum(parts.values()):,}" for size, parts in self.totals.items()}
        rows = [
            (
                say(f"shape_explorer.tensors.{one['name']}"),
                say(f"shape_explorer.parts.{one['stage']}"),
                one["code"],
                _tuple(one["dims"]),
                one["values"],
                one["formula"],
            )
            for one in self.tensors
        ]
        return self._table(rows, **sizes)


def _letters(size: str) -> dict[str, int]:
    config = PRESETS[size]
    return shapes.sizes(config, **_SHOWN | {"length": min(_SHOWN["length"], config.max_len)})


def _totals(size: str) -> dict[str, int]:
    letters = _letters(size)
    return {
        stage: shapes.num_parameters([one for one in shapes.TENSORS if one.stage == stage], letters)
        for stage in STAGES
    }


def _tuple(dims) -> str:
    return "(" + ", ".join(dims) + ")"
