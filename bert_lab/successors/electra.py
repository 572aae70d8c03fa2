"""ELECTRA: a small BERT fills gaps, and the main one detects the replaced tokens (`ch-after`)."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from bert_core.masking import MaskedTokens


class Replaced(NamedTuple):
    """`inputs` (B, T) with the generator's words; `replaced` (B, T) bool: not what stood there.

    A word that the generator happened to guess right counts as real.
    """

    inputs: Tensor
    replaced: Tensor


def before_masking(masked: MaskedTokens) -> Tensor:
    """The tokens (B, T) as they stood before `mask_tokens`."""
    rows, slots = masked.weights.nonzero(as_tuple=True)  # S real slots in all
    tokens = masked.inputs.clone()
    tokens[rows, masked.positions[rows, slots]] = masked.labels[rows, slots]
    return tokens


def replace_tokens(
    masked: MaskedTokens, logits: Tensor, generator: torch.Generator | None
) -> Replaced:
    """Words sampled from the generator's answers at the masked places.

    Args:
        masked: what `mask_tokens` made of the tokens.
        logits: (S, V), the generator's for the real slots in their order; no gradient flows
            through the draw.
        generator: all randomness (CPU); None for PyTorch's own, which a training step seeds.

    Source: Clark et al. 2020, section 2. Deviations: none. See `ch-after`.
    """
    tokens = before_masking(masked)
    rows, slots = masked.weights.nonzero(as_tuple=True)
    odds = logits.detach().softmax(dim=-1).cpu()  # (S, V)
    words = torch.multinomial(odds, 1, generator=generator)[:, 0].to(tokens.device)  # (S,)
    inputs = tokens.clone()
    inputs[rows, masked.positions[rows, slots]] = words
    return Replaced(inputs, inputs != tokens)


class ReplacedTokenHead(nn.Module):
    """One logit for each token: is it a replacement?

    Called with `X` (B, T, D); returns (B, T).
    Source: `ElectraDiscriminatorPredictions`; Clark et al. 2020. Deviations: none. See `ch-after`.
    """

    def __init__(self, num_hiddens: int):
        super().__init__()
        self.dense = nn.Linear(num_hiddens, num_hiddens)
        self.gelu = nn.GELU()
        self.output = nn.Linear(num_hiddens, 1)

    def forward(self, X: Tensor) -> Tensor:
        return self.output(self.gelu(self.dense(X)))[..., 0]  # (B, T)
