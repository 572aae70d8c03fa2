"""The trained model with one part of one block removed, without retraining (`ch-attention`)."""

from copy import deepcopy
from typing import NamedTuple, cast

import torch
from torch import Tensor

from bert_core.encoder import BERTEncoder, TransformerEncoderBlock
from bert_core.model import BERTModel
from bert_lab.measures.block_parts import CHANGES


def cut(model: BERTModel, change: str, block: int) -> BERTModel:
    """A copy of the model, one block of it, from 1, changed by a name of `CHANGES`.

    Raises IndexError for a block that it does not have.
    """
    copy = deepcopy(model)
    if not 1 <= block <= len(copy.encoder.blks):
        raise IndexError(f"block: expected 1 to {len(copy.encoder.blks)}, got {block}")
    CHANGES[change](cast(TransformerEncoderBlock, copy.encoder.blks[block - 1]))
    return copy


class Likeness(NamedTuple):
    """Mean cosines of vectors after each layer, (1 + blocks,), the embeddings first.

    `own`: of a token's vector and its embedding, what is left of it. `others`: of the vectors of
    two tokens of one text; 1 where they can't be told apart.
    """

    own: Tensor
    others: Tensor


@torch.no_grad()
def likeness(
    encoder: BERTEncoder, tokens: Tensor, segments: Tensor, valid_lens: Tensor
) -> Likeness:
    """The `Likeness` of texts, (B, T) each and (B,); the encoder in evaluation mode."""
    states = torch.stack(encoder.trace(tokens, segments, valid_lens).hidden_states)
    vectors = torch.nn.functional.normalize(states, dim=-1)  # (1 + blocks, B, T, D)
    real = torch.arange(tokens.shape[1]) < valid_lens[:, None]  # (B, T)
    pairs = (real[:, :, None] & real[:, None]).triu(diagonal=1)  # (B, T, T)
    own = (vectors * vectors[0]).sum(dim=-1)  # (1 + blocks, B, T)
    cosines = vectors @ vectors.transpose(-2, -1)  # (1 + blocks, B, T, T)
    return Likeness(own[:, real].mean(dim=1), cosines[:, pairs].mean(dim=1))
