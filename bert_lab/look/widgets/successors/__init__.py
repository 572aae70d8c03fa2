"""Successors: what BERT's successors changed in its block, and what that costs (`ch-after`)."""

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

import traitlets as t

from bert_core.config import PRESETS as CONFIGS
from bert_core.config import BERTConfig
from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.shapes import Product, numbers
from bert_lab.look.widgets.base import Record, Widget

PRESETS = {
    "BERT": [],
    "RoBERTa": ["RoBERTa recipe"],
    "ALBERT": ["shared blocks", "factorised rows", "sentence order"],
    "ELECTRA": ["RoBERTa recipe", "replaced tokens"],
    "DistilBERT": ["RoBERTa recipe", "half the blocks"],
    "ModernBERT": ["RoBERTa recipe", "rotary positions", "norm before", "GeGLU", "local attention"],
}
NAMES = sorted({name for changes in PRESETS.values() for name in changes})


class Part(NamedTuple):
    """Weights: a sum of products, there if every change in `when` is on or off as it says."""

    stage: str
    parameters: tuple[Product, ...]
    when: Mapping[str, bool] = {}


# V, D, F, max_len as in `BERTConfig`; E is the size of factorised rows, G that of a gated network,
# L the number of different blocks. What is counted is what training changes.
PARTS = (
    Part("vectors", (("V", "D"),), {"factorised rows": False}),
    Part("vectors", (("V", "E"), ("E", "D")), {"factorised rows": True}),
    Part("vectors", (("max_len", "D"),), {"rotary positions": False}),
    Part("vectors", ((2, "D"), (2, "D"))),  # segments, norm
    Part("attention", ((4, "L", "D", "D"), (4, "L", "D"), (2, "L", "D"))),
    Part("feed-forward", ((2, "L", "D", "F"), ("L", "F"), ("L", "D")), {"GeGLU": False}),
    Part("feed-forward", ((3, "L", "D", "G"),), {"GeGLU": True}),
    Part("feed-forward", ((2, "L", "D"),)),
    Part("feed-forward", ((2, "D"),), {"norm before": True}),  # behind the last sum
    Part(
        "heads",
        (("D", "D"), ("D",), (2, "D"), ("V",)),
        {"replaced tokens": False, "factorised rows": False},
    ),
    Part(
        "heads",
        (("D", "E"), ("E",), (2, "E"), ("V",)),
        {"replaced tokens": False, "factorised rows": True},
    ),
    Part("heads", (("D", "D"), ("D",), ("D",), (1,)), {"replaced tokens": True}),
    Part("heads", (("D", "D"), ("D",), ("D", 2), (2,)), {"RoBERTa recipe": False}),
)


def sizes(config: BERTConfig, row_size: int) -> dict[str, int]:
    """The letters of `PARTS`, L for all blocks."""
    return {
        "V": config.vocab_size,
        "D": config.num_hiddens,
        "F": config.ffn_num_hiddens,
        "L": config.num_blks,
        "max_len": config.max_len,
        "E": row_size,
        "G": round(2 * config.ffn_num_hiddens / 3),
    }


def num_parameters(sizes: dict[str, int], changes: Collection[str]) -> int:
    """Weights of a model of these `sizes` with these changes."""
    blocks = math.ceil(sizes["L"] / 2) if "half the blocks" in changes else sizes["L"]
    letters = sizes | {"L": 1 if "shared blocks" in changes else blocks}
    return sum(
        math.prod(numbers(product, letters))
        for part in PARTS
        if all((name in changes) == on for name, on in part.when.items())
        for product in part.parameters
    )


_LETTERS = ("V", "D", "F", "L", "max_len", "E", "G")  # of `sizes`


class Successors(Widget):
    """Press a model and see BERT's block redrawn, and what it weighs.

    Args:
        successor: the model that is shown in the beginning, a key of `PRESETS`.

    Attributes: `successor`, the reader's choice, which Python may set, and `parameters`, the
    weights of such a model at both sizes.
    """

    _name = "successors"
    _heights = 515, 518

    successor = t.Enum([*PRESETS]).tag(sync=True)
    presets = Record(dict.fromkeys(PRESETS, t.List(t.Enum(NAMES)))).tag(sync=True)
    parts = t.List(
        Record(
            {
                "stage": t.Enum(["vectors", "attention", "feed-forward", "heads"]),
                "parameters": t.List(t.List(t.Union([t.Int(), t.Enum([*_LETTERS])]))),
                "when": Record({}, dict.fromkeys(NAMES, t.Bool())),
            }
        )
    ).tag(sync=True)
    sizes = Record(
        dict.fromkeys(("mini", "base"), Record(dict.fromkeys(_LETTERS, t.Int()))),
        help="see `sizes`",
    ).tag(sync=True)

    def __init__(self, successor: str = "BERT") -> None:
        super().__init__(
            successor=successor,
            presets=PRESETS,
            parts=[part._asdict() for part in PARTS],
            sizes={
                "mini": sizes(load_mini_bert()[0].config, row_size=16),
                "base": sizes(CONFIGS["base"], row_size=128),
            },
        )

    @property
    def parameters(self) -> dict[str, int]:
        """Of the chosen model: {"mini": ..., "base": ...}."""
        changes = PRESETS[self.successor]
        return {name: num_parameters(one, changes) for name, one in self.sizes.items()}

    def _fallback_html(self) -> str:
        rows = []
        for label, changes in PRESETS.items():
            weights = (f"{num_parameters(one, changes):,}" for one in self.sizes.values())
            rows.append([label, *weights])
        return self._table(rows)
