"""Sentence order instead of next sentences: two neighbours, in their order or swapped."""

from itertools import pairwise

import torch

from bert_core.pairs import Document, Pair, PairDraw


def order_pairs(documents: list[Document], generator: torch.Generator) -> PairDraw:
    """Each two neighbouring sentences, swapped in half of the draws; `is_next`: in their order.

    The topic tells nothing here: both sentences always come from one text.

    Args:
        documents: those of one sentence are skipped.
        generator: all randomness.

    Raises:
        ValueError: if no document has two sentences.

    Source: Lan et al. 2019, section 3.1. Deviations: none. Chapter 11.
    """
    usable = [document for document in documents if len(document) >= 2]
    if not usable:
        raise ValueError("documents: expected one with two sentences or more, got none")
    neighbours = [two for document in usable for two in pairwise(document)]
    in_order = (torch.rand(len(neighbours), generator=generator) < 0.5).tolist()
    pairs = [
        Pair(first, second, True) if right else Pair(second, first, False)
        for (first, second), right in zip(neighbours, in_order, strict=True)
    ]
    return PairDraw(pairs, len(documents) - len(usable))
