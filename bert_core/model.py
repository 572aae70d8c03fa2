"""The whole of BERT: encoder, pooler, the two pretraining heads, weight tying (`ch-model`)."""

import torch
from torch import Tensor, nn

from bert_core.config import BERTConfig
from bert_core.encoder import BERTEncoder
from bert_core.heads import MaskLM, NextSentencePred
from bert_core.initialisation import initialise
from bert_core.validation import check_positions


class BERTModel(nn.Module):
    """Encoder, pooler (`hidden`), MLM head and NSP head.

    Args:
        vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks: V, D, F, N, blocks.
        dropout: in [0, 1).
        max_len: the most positions a sequence may have.
        activation, embedding_norm, tied_decoder, norm_eps, init_std, causal: see `BERTConfig`.

    Called with `tokens` and `segments` (B, T), `valid_lens` (B,) or None, `pred_positions` (B, P)
    or None. Returns `encoded_X` (B, T, D), `mlm_Y_hat` (B, P, V) or None without positions, and
    `nsp_Y_hat` (B, 2). Raises ValueError for a wrong type or shape, or a sequence longer than
    `max_len`; IndexError for an id or a position out of range.
    Source: Devlin et al. 2019, section 3; interface of D2L 15.8.6. Deviations from the original by
    default, as in D2L: see `BERTConfig`. See `ch-model`.
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
        **switches,
    ):
        super().__init__()
        sizes = (vocab_size, num_hiddens, ffn_num_hiddens, num_heads, num_blks, dropout, max_len)
        config = self.config = BERTConfig(*sizes, **switches)
        self.encoder = BERTEncoder(
            *sizes,
            activation=config.activation,
            embedding_norm=config.embedding_norm,
            norm_eps=config.norm_eps,
            causal=config.causal,
        )
        self.hidden = nn.Sequential(nn.Linear(num_hiddens, num_hiddens), nn.Tanh())
        self.mlm = MaskLM(
            vocab_size, num_hiddens, activation=config.activation, norm_eps=config.norm_eps
        )
        self.nsp = NextSentencePred(num_hiddens=num_hiddens)
        if config.tied_decoder:
            self.mlm.decoder.weight = self.encoder.token_embedding.weight
        initialise(self, config.init_std)

    @classmethod
    def from_config(
        cls, config: BERTConfig, *, generator: torch.Generator | None = None
    ) -> "BERTModel":
        """The model that `config` describes; `generator` (CPU) fixes its initial weights."""
        if generator is None:
            return cls(**vars(config))
        with torch.random.fork_rng(devices=[]):
            # Not torch.manual_seed, which would seed the GPUs too.
            seed = int(torch.randint(2**31, (), generator=generator))
            torch.default_generator.manual_seed(seed)
            return cls(**vars(config))

    def forward(
        self,
        tokens: Tensor,
        segments: Tensor,
        valid_lens: Tensor | None = None,
        pred_positions: Tensor | None = None,
    ) -> tuple[Tensor, Tensor | None, Tensor]:
        if pred_positions is not None:
            check_positions(pred_positions, tokens)
        encoded_X = self.encoder(tokens, segments, valid_lens)  # (B, T, D)
        mlm_Y_hat = None if pred_positions is None else self.mlm(encoded_X, pred_positions)
        nsp_Y_hat = self.nsp(self.hidden(encoded_X[:, 0]))  # (B, 2), <cls> stands at position 0
        return encoded_X, mlm_Y_hat, nsp_Y_hat
