"""Why queries and keys have separate maps: with one shared map the score is symmetric.

See `ch-attention`.

Where W_q = W_k, the score of i for j is q_i·q_j / sqrt(K), that of j for i, too. By Cauchy and
Schwarz it is at most |q_i| |q_j| / sqrt(K). So it is never above both tokens' scores for
themselves, and among queries of one length every token has its largest score for itself. With
different lengths only the longest is sure of that: another may score a longer one higher.
"""

import math
from typing import NamedTuple, cast

import torch
from torch import Tensor

from bert_core.attention import MultiHeadAttention, attention_mask
from bert_core.encoder import BERTEncoder, TransformerEncoderBlock

EXAMPLE = "the crane saw the bank"  # of which the record `block` has all scores


class Symmetry(NamedTuple):
    """Each head's scores of a token for itself, and how symmetric the others are, (blocks, N) each.

    `itself`: the share of attention that a token gives itself, mean over tokens. `favourite`: the
    share of tokens whose largest score is that for themselves. `reciprocity`: the correlation,
    from -1 to 1, of two tokens' scores for one another, over all pairs of a text's tokens; 1 where
    the score is symmetric. `uniform`: what even attention would give a token itself.
    """

    itself: Tensor
    favourite: Tensor
    reciprocity: Tensor
    uniform: float


def raw_scores(attention: MultiHeadAttention, X: Tensor) -> Tensor:
    """(B, T, D) -> (B, N, T, T): the scores before mask and softmax."""
    heads = (attention.num_heads, -1)
    q, k = (W(X).unflatten(-1, heads).transpose(1, 2) for W in (attention.W_q, attention.W_k))
    return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


@torch.no_grad()
def all_scores(encoder: BERTEncoder, tokens: Tensor, segments: Tensor, valid_lens: Tensor):
    """The `raw_scores` of every block, (blocks, B, N, T, T)."""
    states = encoder.trace(tokens, segments, valid_lens).hidden_states
    blocks = [cast(TransformerEncoderBlock, blk) for blk in encoder.blks]
    return torch.stack(
        [raw_scores(blk.attention, X) for blk, X in zip(blocks, states, strict=False)]
    )


def symmetry(
    encoder: BERTEncoder, tokens: Tensor, segments: Tensor, valid_lens: Tensor
) -> Symmetry:
    """The `Symmetry` of texts, (B, T) each and (B,); the encoder in evaluation mode, not causal."""
    T = tokens.shape[1]
    scores = all_scores(encoder, tokens, segments, valid_lens)  # (blocks, B, N, T, T)
    mask = cast(Tensor, attention_mask(valid_lens, T))  # (B, 1, 1, T)
    real = mask[:, 0, 0]  # (B, T)
    seen = scores.masked_fill(~mask, -torch.inf)

    def mean(own: Tensor) -> Tensor:
        """The mean over real tokens of (blocks, B, N, T)."""
        return (own * real[:, None]).sum(dim=(1, 3)) / real.sum()

    own = seen.softmax(dim=-1).diagonal(dim1=-2, dim2=-1)
    favourite = seen.argmax(dim=-1) == torch.arange(T)
    pairs = (real[:, :, None] & real[:, None]).triu(diagonal=1)  # (B, T, T)
    there = scores.transpose(1, 2)[:, :, pairs]  # (blocks, N, pairs)
    back = scores.transpose(-2, -1).transpose(1, 2)[:, :, pairs]
    both = torch.stack([there, back], dim=2).flatten(0, 1)  # (blocks * N, 2, pairs)
    correlation = torch.stack([torch.corrcoef(x)[0, 1] for x in both])
    return Symmetry(
        mean(own),
        mean(favourite),
        correlation.unflatten(0, scores.shape[:1] + scores.shape[2:3]),
        (real.sum(dim=1) / valid_lens).sum().item() / int(real.sum()),
    )
