"""ELECTRA: a small generator fills the gaps, and the model says of every token whether it is one
of those fillings (chapter 11)."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.encoder import make_activation
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel


class Replaced(NamedTuple):
    """`inputs` (B, T) with the generator's words; `replaced` (B, T) bool: not what stood there.

    A word that the generator happened to guess right counts as real.
    """

    inputs: Tensor
    replaced: Tensor


def replace_tokens(
    tokens: Tensor, masked: MaskedTokens, logits: Tensor, generator: torch.Generator
) -> Replaced:
    """Words drawn from the generator's answers in the places that were masked.

    Args:
        tokens: (B, T), as they stood.
        masked: what `mask_tokens` made of them.
        logits: (B, P, V), the generator's; no gradient flows through the draw.
        generator: all randomness (CPU).

    Source: Clark et al. 2020, section 2. Deviations: none. Chapter 11.
    """
    rows, slots = masked.weights.nonzero(as_tuple=True)  # S real slots in all
    odds = logits.detach()[rows, slots].softmax(dim=-1).cpu()  # (S, V)
    words = torch.multinomial(odds, 1, generator=generator)[:, 0].to(tokens.device)  # (S,)
    inputs = tokens.clone()
    inputs[rows, masked.positions[rows, slots]] = words
    return Replaced(inputs, inputs != tokens)


class ReplacedTokenHead(nn.Module):
    """One logit for each token: is it a replacement?

    Called with `X` (B, T, D); returns (B, T).
    Source: `ElectraDiscriminatorPredictions`; Clark et al. 2020. Deviations: none. Chapter 11.
    """

    def __init__(self, num_hiddens: int, activation: str = "gelu"):
        super().__init__()
        self.dense = nn.Linear(num_hiddens, num_hiddens)
        self.activation = make_activation(activation)
        self.output = nn.Linear(num_hiddens, 1)

    def forward(self, X: Tensor) -> Tensor:
        return self.output(self.activation(self.dense(X)))[..., 0]  # (B, T)


def replaced_loss(
    model: BERTModel, head: ReplacedTokenHead, seen: Replaced, segments: Tensor, valid_lens: Tensor
) -> tuple[Tensor, Tensor]:
    """Mean binary cross-entropy () in nats over real tokens, and the logits (B, T).

    Source: Clark et al. 2020, section 2; its weight beside the generator's loss is 50. Chapter 11.
    """
    logits = head(model.encoder(seen.inputs, segments, valid_lens))  # (B, T)
    real = torch.arange(logits.shape[1], device=logits.device) < valid_lens[:, None]  # (B, T)
    return F.binary_cross_entropy_with_logits(logits[real], seen.replaced[real].float()), logits
