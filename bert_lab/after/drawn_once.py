"""Masks drawn once, when the data is written, as the original did (chapter 11)."""

from collections.abc import Callable

import torch
from torch import Tensor

from bert_core.masking import mask_tokens
from bert_core.pairs import PairData
from bert_lab.training.batches import Share, derive


def draw_once(
    data: PairData, vocab_size: int, generator: torch.Generator
) -> Callable[[Tensor, tuple[int, int, int]], Share]:
    """A pair asks for the same words at every visit; `mask_tokens` in training draws them anew.

    Args:
        data: pairs (n, T).
        vocab_size: V.
        generator: all randomness; nothing is drawn later.

    Returns:
        What reads a share for `take_steps`, as `read_share` does.

    Source: Liu et al. 2019, section 4.1 ("static masking"). Deviation: the original wrote each
    pair ten times, with masks of their own. Chapter 11.
    """
    masked = mask_tokens(data.tokens, vocab_size, generator=generator)

    def read(rows: Tensor, path: tuple[int, int, int]) -> Share:
        seed, *place = path
        batch = data.select(rows).crop()
        inputs, *slots = (x[rows] for x in masked)
        asked = (inputs[:, : batch.tokens.shape[1]], *slots)
        tensors = (*asked, batch.segments, batch.valid_lens, batch.is_next)
        return Share(tensors, int(slots[1].sum()), derive(seed, "dropout", *place))

    return read
