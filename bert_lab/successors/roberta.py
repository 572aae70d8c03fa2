"""RoBERTa as it was released (`ch-after`)."""

import torch
from torch import Tensor, nn

from bert_core.initialisation import initialise
from bert_core.model import BERTModel


class OneSegment(nn.Embedding):
    """The same vector for every segment id. Called with `segments` (B, T); returns (B, T, D)."""

    def __init__(self, num_hiddens: int):
        super().__init__(1, num_hiddens)

    def forward(self, input: Tensor) -> Tensor:
        return super().forward(torch.zeros_like(input))


class RoBERTa(BERTModel):
    """A `BERTModel` that tells segments apart by `</s></s>` alone; it is built and called as one.

    What changed most is how it was trained, so the block is BERT's own.

    Source: Liu et al. 2019; `RobertaForMaskedLM`. Deviations: positions are counted from 0, where
    the released table has two rows in front that no word uses; padding has positions too, which
    nobody reads; pooler and NSP head are still there, and new. See `ch-after`.
    """

    def __init__(self, *sizes, **switches):
        super().__init__(*sizes, **switches)
        self.encoder.segment_embedding = OneSegment(self.config.num_hiddens)
        initialise(self.encoder.segment_embedding, self.config.init_std)
