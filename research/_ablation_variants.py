"""The variants: each is the mini-BERT's recipe with one change."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import torch
from torch import Tensor

from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_lab.history.gpt import next_token_targets
from bert_lab.pretraining import Prepared, build_model


@dataclass(frozen=True)
class Variant:
    """One change to the recipe.

    `switches` are fields of `BERTConfig`, `masking` arguments of `mask_tokens`; the parameter
    `silenced` is held at zero, so the model can't tell its indices apart.
    """

    name: str
    switches: dict = field(default_factory=dict)
    masking: dict = field(default_factory=dict)
    silenced: str | None = None
    next_sentence: bool = True

    @property
    def left_to_right(self) -> bool:
        return self.switches.get("causal", False)

    def build(self, world: Prepared, generator: torch.Generator) -> BERTModel:
        """The untrained model."""
        model = build_model(world, generator, **self.switches)
        if self.silenced is not None:
            parameter = model.get_parameter(self.silenced)
            torch.nn.init.zeros_(parameter)
            parameter.requires_grad_(False)
        return model

    def targets(self, vocab_size: int, seed: int) -> Callable[[Tensor], MaskedTokens] | None:
        """The training targets; None for the recipe's own."""
        if self.left_to_right:
            return next_token_targets
        if not self.masking:
            return None
        generator = torch.Generator().manual_seed(seed)
        return partial(mask_tokens, vocab_size=vocab_size, generator=generator, **self.masking)


ALWAYS_MASK = {"mask_share": 1.0, "random_share": 0.0, "keep_share": 0.0}

# A causal `<cls>` sees nothing but itself, so the left-to-right model goes without next sentence
# prediction, as the paper's does.
VARIANTS = (
    Variant("baseline"),
    Variant("no segments", silenced="encoder.segment_embedding.weight"),
    Variant("no positions", silenced="encoder.pos_embedding"),
    Variant("no NSP", next_sentence=False),
    Variant("100/0/0 masking", masking=ALWAYS_MASK),
    Variant("40 % masking", masking={"rate": 0.4}),
    Variant("ReLU", switches={"activation": "relu"}),
    Variant("untied decoder", switches={"tied_decoder": False}),
    Variant("no embedding norm", switches={"embedding_norm": False}),
    Variant("left-to-right", switches={"causal": True}, next_sentence=False),
)
