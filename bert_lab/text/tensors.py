"""Texts as batches for a model, and its outputs back to single tokens."""

from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from bert_core.inputs import get_tokens_and_segments, pad_batch


def batch_texts(
    texts: Sequence[tuple[str, str | None]], token_ids: Mapping[str, int]
) -> tuple[Tensor, Tensor, Tensor]:
    """Texts, or pairs of texts, as a batch.

    Args:
        texts: B times a first text and a second one or None, words between spaces.
        token_ids: from words to ids.

    Returns:
        tokens, segments (B, T) and valid lengths (B,), int64; T is the length of the longest.

    Raises:
        KeyError: for a word without an id.

    See `ch-input`.
    """
    pairs = [get_tokens_and_segments(a.split(), None if b is None else b.split()) for a, b in texts]
    ids = [[token_ids[token] for token in tokens] for tokens, _ in pairs]
    return pad_batch(ids, [segments for _, segments in pairs])


def vectors_at(layers: Sequence[Tensor], places: Sequence[int]) -> list[Tensor]:
    """The vectors of one word of each first text, at each layer.

    Args:
        layers: (B, T, D) each.
        places: B positions of words, from 0, without `<cls>`.

    Returns:
        A tensor (B, D) for each layer. See `ch-context`.
    """
    rows, at = torch.arange(len(places)), torch.tensor(places) + 1  # after <cls>
    return [layer[rows, at] for layer in layers]
