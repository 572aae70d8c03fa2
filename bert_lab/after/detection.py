"""ELECTRA: of every token the model says whether the generator put it there (chapter 11)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.encoder import make_activation
from bert_lab.after.replaced import Replaced


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
    logits: Tensor, seen: Replaced, valid_lens: Tensor, *, everywhere: bool = True
) -> Tensor:
    """Mean binary cross-entropy () in nats over all real tokens.

    Args:
        logits: (B, T), of the head.
        seen: what the model read.
        valid_lens: (B,).
        everywhere: False counts only the places where a word was drawn, as masked language
            modelling does; the paper's own control ("ELECTRA 15 %").

    Source: Clark et al. 2020, sections 2 and 3.4. Deviations: none. Chapter 11.
    """
    counted = torch.arange(logits.shape[1], device=logits.device) < valid_lens[:, None]  # (B, T)
    if not everywhere:
        counted = counted & seen.asked
    return F.binary_cross_entropy_with_logits(logits[counted], seen.replaced[counted].float())
