"""Hiding any share of a text, as one who learns to write from nothing has to (`ch-after`)."""

import torch
from torch import Tensor

from bert_core.masking import MaskedTokens, mask_tokens

LEAST = 0.05  # share of the tokens; at nothing hidden there is nothing to learn


def mask_any_share(
    tokens: Tensor,
    vocab_size: int,
    *,
    generator: torch.Generator,
) -> MaskedTokens:
    """`mask_tokens` with a share that is drawn anew for each batch, evenly from 0.05 to 1.

    Every chosen token becomes `<mask>`: while a text is written, nothing else stands in a gap.

    Args:
        tokens, vocab_size, generator: as `mask_tokens` takes them.

    Returns:
        `MaskedTokens` with a slot for each place, P = T.

    Source: Nie et al. 2025 (LLaDA), section 2.2. Deviations: they draw a share for each text and
    weigh its loss by 1 / share; here a batch has one share, and the loss is the mean over what is
    hidden, as BERT's is. See `ch-after`.
    """
    rate = LEAST + (1 - LEAST) * torch.rand((), generator=generator).item()
    return mask_tokens(
        tokens,
        vocab_size,
        generator=generator,
        rate=rate,
        mask_share=1.0,
        random_share=0.0,
        keep_share=0.0,
        max_preds=tokens.shape[1],
    )
