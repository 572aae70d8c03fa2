"""The Transformer encoder block and BERT's encoder (`ch-input` and `ch-attention`)."""

from typing import NamedTuple, cast

import torch
from torch import Tensor, nn

from bert_core.attention import MultiHeadAttention, attention_mask
from bert_core.initialisation import initialise
from bert_core.validation import check_sequences

_ACTIVATIONS = {"relu": nn.ReLU, "gelu": nn.GELU}


def make_activation(name: str) -> nn.Module:
    """The module of an activation: "relu", or "gelu" in its exact form.

    Raises:
        ValueError: for another name.

    See `ch-attention` and `ch-mlm`.
    """
    if name not in _ACTIVATIONS:
        raise ValueError(f"activation: expected one of {sorted(_ACTIVATIONS)}, got {name!r}")
    return _ACTIVATIONS[name]()


class AddNorm(nn.Module):
    """Residual connection, then layer norm: LN(X + dropout(Y)) ("post-norm").

    Called with `X`, `Y` of one shape (..., D), returns that shape.
    Source: Vaswani et al. 2017, section 3.1. Deviations: none. See `ch-attention`.
    """

    def __init__(self, num_hiddens: int, dropout: float, norm_eps: float = 1e-5):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.norm = nn.LayerNorm(num_hiddens, eps=norm_eps)

    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        return self.norm(X + self.dropout(Y))


class TransformerEncoderBlock(nn.Module):
    """Self-attention, add & norm, position-wise feed-forward network, add & norm.

    Args:
        num_hiddens, ffn_num_hiddens, num_heads: D, F, N.
        dropout: on the attention weights and before each addition, in [0, 1).
        activation: "relu" (D2L) or "gelu" (the original).
        norm_eps: epsilon of the layer norms.

    Called with `X` (B, T, D) and `mask` (see `attention_mask`); returns (B, T, D).
    Source: Vaswani et al. 2017, section 3.1; Devlin et al. 2019, section 3. Deviation from the
    original: GELU is the exact function; the released code approximates it with tanh since 2019.
    See `ch-attention`.
    """

    def __init__(
        self,
        num_hiddens: int,
        ffn_num_hiddens: int,
        num_heads: int,
        dropout: float,
        *,
        activation: str = "relu",
        norm_eps: float = 1e-5,
    ):
        super().__init__()
        self.attention = MultiHeadAttention(num_hiddens, num_heads, dropout)
        self.addnorm1 = AddNorm(num_hiddens, dropout, norm_eps)
        self.ffn = nn.Sequential(
            nn.Linear(num_hiddens, ffn_num_hiddens),
            make_activation(activation),
            nn.Linear(ffn_num_hiddens, num_hiddens),
        )
        self.addnorm2 = AddNorm(num_hiddens, dropout, norm_eps)

    def forward(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        X = self.addnorm1(X, self.attention(X, mask))  # (B, T, D)
        return self.addnorm2(X, self.ffn(X))  # (B, T, D)


class EncoderTrace(NamedTuple):
    """What happened inside one pass of `BERTEncoder.trace`.

    `hidden_states`: the input embedding and each block's output, `num_blks` + 1 tensors (B, T, D).
    `attention_weights`: each block's, before dropout, `num_blks` tensors (B, N, T, T).
    """

    hidden_states: tuple[Tensor, ...]
    attention_weights: tuple[Tensor, ...]


class BERTEncoder(nn.Module):
    """Token + segment + learned position embeddings, then a stack of encoder blocks.

    Args:
        vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks: V, D, F, N, blocks.
        dropout: in [0, 1).
        max_len: the most positions a sequence may have.
        activation, embedding_norm, norm_eps, init_std, causal: see `BERTConfig`.

    Called with `tokens` and `segments` (B, T), whole numbers in 0..V-1 and 0..1, and `valid_lens`
    (B,) in 1..T or None; returns (B, T, D). Raises ValueError for a wrong type or shape, or a
    sequence longer than `max_len`; IndexError for an id out of range.
    Source: Devlin et al. 2019, section 3; interface of D2L 15.8.4. Deviations from the original by
    default, as in D2L: ReLU, no norm on the embedding sum. See `ch-input` and `ch-attention`.
    """

    def __init__(
        self,
        vocab_size: int,
        num_hiddens: int,
        ffn_num_hiddens: int,
        num_heads: int,
        num_blks: int,
        dropout: float,
        max_len: int = 1000,
        *,
        activation: str = "relu",
        embedding_norm: bool = False,
        norm_eps: float = 1e-5,
        init_std: float | None = None,
        causal: bool = False,
    ):
        super().__init__()
        self.causal = causal
        self.token_embedding = nn.Embedding(vocab_size, num_hiddens)
        self.segment_embedding = nn.Embedding(2, num_hiddens)
        self.pos_embedding = nn.Parameter(torch.randn(1, max_len, num_hiddens))
        self.embedding_norm = (
            nn.Sequential(nn.LayerNorm(num_hiddens, eps=norm_eps), nn.Dropout(dropout))
            if embedding_norm
            else nn.Identity()
        )
        self.blks = nn.ModuleList(
            TransformerEncoderBlock(
                num_hiddens,
                ffn_num_hiddens,
                num_heads,
                dropout,
                activation=activation,
                norm_eps=norm_eps,
            )
            for _ in range(num_blks)
        )
        initialise(self, init_std)

    def forward(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor | None = None) -> Tensor:
        X = self.embed(tokens, segments, valid_lens)  # (B, T, D)
        mask = attention_mask(valid_lens, tokens.shape[1], self.causal, tokens.device)
        for blk in self.blks:
            X = blk(X, mask)
        return X

    def embed(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor | None = None) -> Tensor:
        """The input embedding (B, T, D): the sum of three, with its norm where there is one.

        Arguments and errors are those of a call. See `ch-input`.
        """
        check_sequences(
            tokens,
            segments,
            valid_lens,
            vocab_size=self.token_embedding.num_embeddings,
            max_len=self.pos_embedding.shape[1],
        )
        X = self.token_embedding(tokens) + self.segment_embedding(segments)  # (B, T, D)
        return self.embedding_norm(X + self.pos_embedding[:, : tokens.shape[1]])  # (B, T, D)

    def trace(
        self, tokens: Tensor, segments: Tensor, valid_lens: Tensor | None = None
    ) -> EncoderTrace:
        """A call that keeps everything (`ch-context`); arguments and errors are the same."""
        X = self.embed(tokens, segments, valid_lens)
        mask = attention_mask(valid_lens, tokens.shape[1], self.causal, tokens.device)
        states, weights = [X], []
        for blk in self.blks:
            attention = cast(TransformerEncoderBlock, blk).attention
            weights.append(attention.weights(X, mask))  # (B, N, T, T)
            X = blk(X, mask)
            states.append(X)
        return EncoderTrace(tuple(states), tuple(weights))
