"""ELECTRA: a small generator fills the gaps with words of its own (chapter 11)."""

from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.masking import MaskedTokens


class Replaced(NamedTuple):
    """`inputs` (B, T) with the generator's words; `replaced` (B, T) bool: not what stood there;
    `asked` (B, T) bool: where a word was drawn.

    A word that the generator happened to guess right counts as real.
    """

    inputs: Tensor
    replaced: Tensor
    asked: Tensor


def before_masking(masked: MaskedTokens) -> Tensor:
    """The tokens (B, T) as they stood before `mask_tokens`."""
    rows, slots = masked.weights.nonzero(as_tuple=True)  # S real slots in all
    tokens = masked.inputs.clone()
    tokens[rows, masked.positions[rows, slots]] = masked.labels[rows, slots]
    return tokens


def replace_tokens(
    masked: MaskedTokens, logits: Tensor, generator: torch.Generator | None
) -> Replaced:
    """Words drawn from the generator's answers in the places that were masked.

    Args:
        masked: what `mask_tokens` made of the tokens.
        logits: (S, V), the generator's for the real slots in their order; no gradient flows
            through the draw.
        generator: all randomness (CPU); None for PyTorch's own, which a training step seeds.

    Source: Clark et al. 2020, section 2. Deviations: none. Chapter 11.
    """
    tokens = before_masking(masked)
    rows, slots = masked.weights.nonzero(as_tuple=True)
    odds = logits.detach().softmax(dim=-1).cpu()  # (S, V)
    words = torch.multinomial(odds, 1, generator=generator)[:, 0].to(tokens.device)  # (S,)
    places = rows, masked.positions[rows, slots]
    inputs, asked = tokens.clone(), torch.zeros_like(tokens, dtype=torch.bool)
    inputs[places], asked[places] = words, True
    return Replaced(inputs, inputs != tokens, asked)
