r"""Block 1's scores split into word, segment and position terms (`ch-attention`).

The input of block 1 is the norm of word + segment + place. With each token's scale held at its
value the norm is linear, so that the vector, its query and its key are sums of three parts, and a
score is a sum of three times three terms. What is the same for all tokens, the norm's shift and the
biases of queries and keys, goes with the segment's part, which is the same for all tokens of a
text. So nothing is left over.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

import torch
from torch import Tensor, nn

from bert_core.attention import attention_mask
from bert_core.encoder import BERTEncoder, TransformerEncoderBlock
from bert_core.model import BERTModel
from bert_lab.measures.head_patterns import pattern_places
from bert_lab.text.tensors import batch_texts
from bert_lab.text.wordpiece import token_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PARTS = ("word", "segment", "place")
_WORD, _SEGMENT, _PLACE = range(3)


def embedding_parts(encoder: BERTEncoder, tokens: Tensor, segments: Tensor) -> Tensor:
    """The contributions of word, segment and position to the input of block 1, (3, B, T, D).

    Args:
        encoder: with a norm on its embeddings, in evaluation mode.
        tokens, segments: (B, T) int64.

    The three add up to `encoder.embed(tokens, segments)`.
    """
    norm = cast(nn.LayerNorm, cast(nn.Sequential, encoder.embedding_norm)[0])
    word, segment = encoder.token_embedding(tokens), encoder.segment_embedding(segments)
    place = encoder.pos_embedding[:, : tokens.shape[1]].expand_as(word)
    spread = (word + segment + place).var(dim=-1, unbiased=False, keepdim=True)
    parts = torch.stack([word, segment, place])  # (3, B, T, D)
    parts = (parts - parts.mean(dim=-1, keepdim=True)) / (spread + norm.eps).sqrt() * norm.weight
    parts[_SEGMENT] += norm.bias
    return parts


@torch.no_grad()
def score_terms(encoder: BERTEncoder, tokens: Tensor, segments: Tensor) -> Tensor:
    """The nine terms of block 1's scores before the softmax, (3, 3, B, N, T, T).

    Arguments are those of `embedding_parts`; `[a, b]` is part a of the queries times part b of the
    keys, in the order of `PARTS`, divided by the root of K. Their sum is the score.
    """
    attention = cast(TransformerEncoderBlock, encoder.blks[0]).attention
    parts, heads = embedding_parts(encoder, tokens, segments), []
    for W in (attention.W_q, attention.W_k):
        mapped = parts @ W.weight.T
        mapped[_SEGMENT] += W.bias
        heads.append(mapped.unflatten(-1, (attention.num_heads, -1)).transpose(2, 3))
    q, k = heads  # (3, B, N, T, K)
    return q[:, None] @ k[None].transpose(-2, -1) / math.sqrt(q.shape[-1])


class TermShares(NamedTuple):
    """How much each head of block 1 gives to the places of a pattern, by what of its score.

    `whole` (N,): by all of it. `alone`, `without` (3, 3, N): by one term only, and by all others,
    in the order of `score_terms`. `uniform`: even attention's share.
    """

    whole: Tensor
    alone: Tensor
    without: Tensor
    uniform: float


@torch.no_grad()
def term_shares(
    model: BERTModel, tokenizer: "Tokenizer", sentences: Sequence[str], pattern: str
) -> TermShares:
    """What each of the nine terms does for a pattern, a name of `pattern_places`.

    Args:
        model: in evaluation mode, with a norm on its embeddings.
        sentences: words between spaces. Tokens that have no such place don't count.
    """
    batch = tokens, segments, valid_lens = batch_texts(
        [(sentence, None) for sentence in sentences], token_ids(tokenizer)
    )
    places = torch.zeros(*tokens.shape, tokens.shape[1], dtype=torch.bool)
    for found, length in zip(places, valid_lens.tolist(), strict=True):
        found[:length, :length] = pattern_places(length)[pattern]
    rows, mask = places.any(dim=-1), attention_mask(valid_lens, tokens.shape[1])
    terms = score_terms(model.encoder, tokens, segments)
    whole = terms.sum(dim=(0, 1))

    def share(weights: Tensor) -> Tensor:
        return (weights * places[:, None]).sum(dim=(0, 2, 3)) / rows.sum()

    def hidden(scores: Tensor) -> Tensor:
        return scores.masked_fill(~cast(Tensor, mask), -torch.inf)

    def each(measure) -> Tensor:
        return torch.stack([torch.stack([measure(term) for term in row]) for row in terms])

    uniform = (places.sum(dim=-1) / valid_lens[:, None])[rows].mean().item()
    return TermShares(
        share(model.encoder.trace(*batch).attention_weights[0]),
        each(lambda term: share(hidden(term).softmax(dim=-1))),
        each(lambda term: share(hidden(whole - term).softmax(dim=-1))),
        uniform,
    )
