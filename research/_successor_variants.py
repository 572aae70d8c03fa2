"""The variants: a shorter mini-BERT recipe with one change, and each one's control.

The first are those that the chapter tells in full.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.pretraining import Prepared, build_model
from bert_lab.successors.albert import factorise, share_blocks
from bert_lab.successors.distilbert import student_of
from bert_lab.successors.modernbert import gate_ffn, norm_first
from bert_lab.successors.modernbert_attention import (
    look_nearby,
    rotate_positions,
    without_positions,
)

UNCHANGED, UNTRAINED, NO_NSP = "unchanged", "untrained", "no NSP"


@dataclass(frozen=True)
class Variant:
    """One change.

    `control` is the variant to compare with. `sizes` are fields of `BERTConfig`; `change` with its
    `options` changes the untrained model. `rate` is the share of words that are masked, and
    `last_rate` what it falls to in a straight line, if it does. `tells` says what stands beside
    masked words: "next" sentences, their "order" or "nothing". `num_pairs` training pairs are used,
    or all; `masks`: so many versions of each, masked for good, or 0 for new ones at every visit.
    `training` has options of `take_steps`. `soft`: the teacher's answers are learned, too.
    `replaced` makes the model find replaced words, "all" of them or in the "masked" places, in
    place of all else.
    """

    name: str
    control: str = UNCHANGED
    sizes: dict[str, Any] = field(default_factory=dict)
    change: Callable[..., Any] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    rate: float = 0.15
    last_rate: float | None = None
    tells: str = "next"
    num_pairs: int | None = None
    masks: int = 0
    training: dict[str, Any] = field(default_factory=dict)
    soft: bool = False
    replaced: str | None = None

    def build(self, world: Prepared, generator: torch.Generator) -> BERTModel:
        """The untrained model."""
        model = build_model(world, generator, **self.sizes)
        if self.change is None:
            return model
        drawn = {"generator": generator} if _draws(self.change) else {}
        return self.change(model, **self.options, **drawn)

    def facts(self) -> dict[str, Any]:
        """All fields as JSON values."""
        change = self.change and self.change.__name__
        return {**vars(self), "change": change}


def _draws(change: Callable[..., Any]) -> bool:
    return "generator" in inspect.signature(change).parameters


def taught(model: BERTModel, blocks: list[int]) -> BERTModel:
    """A student of the shipped mini-BERT in place of the model."""
    del model
    return student_of(load_mini_bert()[0], blocks)


def _narrow(num_hiddens: int, ffn_num_hiddens: int) -> dict[str, Any]:
    """Sizes, and weights as wide as `mini` has them: 0.02 sqrt(768 / D)."""
    std = round(0.02 * (768 / num_hiddens) ** 0.5, 3)
    return {"num_hiddens": num_hiddens, "ffn_num_hiddens": ffn_num_hiddens, "init_std": std}


ONE_BLOCK = {"num_blks": 1}
# So few pairs that each is visited almost forty times; the recipe visits one and a half times.
FEW = {"num_pairs": 1_300, "training": {"num_train_steps": 400}}

FIRST = (
    Variant(UNCHANGED),
    Variant(UNTRAINED, training={"num_train_steps": 0}),
    Variant(NO_NSP, tells="nothing"),
    Variant("few pairs", **FEW),
    Variant("few pairs, masked once", control="few pairs", masks=1, **FEW),
    Variant("few pairs, three masks", control="few pairs", masks=3, **FEW),
    Variant("few pairs, ten masks", control="few pairs", masks=10, **FEW),
    Variant("shared blocks", change=share_blocks),
    Variant("narrower, as small as shared", control="shared blocks", sizes=_narrow(52, 192)),
    Variant("replaced tokens", control=NO_NSP, replaced="all"),
    Variant("replaced tokens, masked places", control="replaced tokens", replaced="masked"),
    Variant("rotary positions", change=rotate_positions),
    Variant("norm before", change=norm_first),
    Variant("GeGLU", change=gate_ffn),
    Variant("local, one block", change=look_nearby, options={"reach": 4, "blocks": [1]}),
)
SECOND = (
    Variant("sentence order", tells="order"),
    Variant("local, both blocks", change=look_nearby, options={"reach": 4, "blocks": [0, 1]}),
    Variant("one block", sizes=ONE_BLOCK),
    Variant("teacher's block", control="one block", change=taught, options={"blocks": [0]}),
    Variant(
        "teacher's block and answers",
        control="teacher's block",
        change=taught,
        options={"blocks": [0]},
        soft=True,
    ),
    Variant("factorised rows", change=factorise, options={"size": 16}),
)
THIRD = (
    Variant("30 % masking", rate=0.3),
    Variant("no positions", change=without_positions),
    Variant("teacher's answers", control="one block", sizes=ONE_BLOCK, soft=True),
    Variant("narrower, as small as factorised", control="factorised rows", sizes=_narrow(56, 194)),
    Variant("40 % masking", rate=0.4),
    Variant("30 % masking, falling", control="30 % masking", rate=0.3, last_rate=0.15),
)
