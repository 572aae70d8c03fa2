"""RoBERTa as it was released, and what it did away with: masks drawn once (`ch-after`)."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from bert_core.initialisation import initialise
from bert_core.masking import mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.training_loop.batches import MicroBatch, derive_seed


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


def draw_once(
    data: PairData, vocab_size: int, generator: torch.Generator
) -> Callable[[Tensor, tuple[int, int, int]], MicroBatch]:
    """Static masking: a pair hides the same words at every visit; `mask_tokens` draws them anew.

    Args:
        data: pairs (n, T).
        vocab_size: V.
        generator: all randomness; nothing is drawn later.

    Returns:
        What reads a share for `take_steps`, as `read_share` does.

    Source: Liu et al. 2019, section 4.1 ("static masking"). Deviation: the original wrote each
    pair ten times, with masks of their own. See `ch-after`.
    """
    masked = mask_tokens(data.tokens, vocab_size, generator=generator)

    def read(rows: Tensor, path: tuple[int, int, int]) -> MicroBatch:
        seed, *place = path
        batch = data.select(rows).crop()
        inputs, *slots = (x[rows] for x in masked)
        cropped = (inputs[:, : batch.tokens.shape[1]], *slots)
        tensors = (*cropped, batch.segments, batch.valid_lens, batch.is_next)
        return MicroBatch(tensors, derive_seed(seed, "dropout", *place))

    return read
