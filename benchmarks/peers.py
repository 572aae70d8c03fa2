"""Three implementations of the same pretraining loss: ours, D2L's, that of `transformers`.

Each takes a configuration and a batch and gives a model and a function that computes its loss.
"""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core import BERTConfig, BERTModel, mask_tokens, unchecked
from bert_core.inputs import CLS, PAD
from bert_core.losses import score
from bert_core.masking import NUM_SPECIALS, MaskedTokens
from bert_lab.training_loop.dropout import fast_dropout
from bert_lab.training_loop.linear_loss import fast_mlm_sums

Loss = Callable[[], Tensor]


class Batch(NamedTuple):
    """Masked pairs: arguments of `score`."""

    masked: MaskedTokens
    segments: Tensor
    valid_lens: Tensor
    is_next: Tensor


def draw_batch(config: BERTConfig, batch_size: int, length: int, shortest: int) -> Batch:
    """Random pairs of `shortest` to `length` tokens, 15 % of them to predict."""
    generator = torch.Generator().manual_seed(0)
    shape = (batch_size, length)
    tokens = torch.randint(NUM_SPECIALS, config.vocab_size, shape, generator=generator)
    valid_lens = torch.randint(shortest, length + 1, (batch_size,), generator=generator)
    steps = torch.arange(length)
    tokens[:, 0] = CLS
    tokens[steps >= valid_lens[:, None]] = PAD
    segments = ((steps >= valid_lens[:, None] // 2) & (tokens != PAD)).long()
    masked = mask_tokens(tokens, config.vocab_size, generator=generator)
    return Batch(masked, segments, valid_lens, torch.randint(2, (batch_size,), generator=generator))


def ours(config: BERTConfig, batch: Batch) -> tuple[nn.Module, Loss]:
    """`bert_core` as the training loop runs it: logits at the real slots only."""
    model = BERTModel.from_config(config)

    def loss():
        with unchecked(), fast_dropout(model):
            scores = score(model, *batch, mlm_sums=fast_mlm_sums)
        return scores.mlm_loss + scores.nsp_loss

    return model, loss


class PlainAttention(nn.Module):
    """The text's attention (D2L 11.5) restated: heads into the batch, scores, softmax, product."""

    def __init__(self, attention: nn.Module):
        super().__init__()
        self.W_q, self.W_k, self.W_v = attention.W_q, attention.W_k, attention.W_v
        self.W_o, self.num_heads = attention.W_o, attention.num_heads
        self.dropout = nn.Dropout(attention.dropout)

    def forward(self, X: Tensor, mask: Tensor) -> Tensor:
        batch, length, size = X.shape

        def split(Y):  # (B N, T, K)
            Y = Y.reshape(batch, length, self.num_heads, -1).permute(0, 2, 1, 3)
            return Y.reshape(batch * self.num_heads, length, -1)

        q, k, v = split(self.W_q(X)), split(self.W_k(X)), split(self.W_v(X))
        scores = torch.bmm(q, k.transpose(1, 2)) / q.shape[-1] ** 0.5  # (B N, T, T)
        hidden = ~mask.expand(batch, self.num_heads, length, length).reshape(scores.shape)
        weights = self.dropout(scores.masked_fill(hidden, -1e6).softmax(dim=-1))
        heads = torch.bmm(weights, v).reshape(batch, self.num_heads, length, -1)
        return self.W_o(heads.permute(0, 2, 1, 3).reshape(batch, length, size))


def the_text(config: BERTConfig, batch: Batch) -> tuple[nn.Module, Loss]:
    """The text's model and loss (D2L 15.8, 15.10) restated: all slots are decoded, and all count.

    Embeddings, feed-forward networks and norms are the same operations as ours, so they are ours.
    """
    model = BERTModel.from_config(config)
    for blk in model.encoder.blks:
        blk.attention = PlainAttention(blk.attention)
    masked, segments, valid_lens, is_next = batch

    def loss():
        with unchecked():
            _, mlm, nsp = model(masked.inputs, segments, valid_lens, masked.positions)
        mlm_loss = F.cross_entropy(mlm.flatten(0, 1), masked.labels.flatten())
        return mlm_loss + F.cross_entropy(nsp, is_next)

    return model, loss


def transformers(config: BERTConfig, batch: Batch) -> tuple[nn.Module, Loss]:
    """`BertForPreTraining` of the same sizes as its documentation calls it: labels everywhere."""
    from transformers import BertConfig, BertForPreTraining

    model = BertForPreTraining(
        BertConfig(
            vocab_size=config.vocab_size,
            hidden_size=config.num_hiddens,
            num_hidden_layers=config.num_blks,
            num_attention_heads=config.num_heads,
            intermediate_size=config.ffn_num_hiddens,
            hidden_act=config.activation,
            hidden_dropout_prob=config.dropout,
            attention_probs_dropout_prob=config.dropout,
            max_position_embeddings=config.max_len,
            layer_norm_eps=config.norm_eps,
            tie_word_embeddings=config.tied_decoder,
        )
    )
    masked, segments, valid_lens, is_next = batch
    rows, slots = masked.weights.nonzero(as_tuple=True)
    labels = torch.full_like(masked.inputs, -100)  # no question here
    labels[rows, masked.positions[rows, slots]] = masked.labels[rows, slots]
    steps = torch.arange(labels.shape[1], device=labels.device)
    visible = (steps < valid_lens[:, None]).long()

    def loss():
        return model(
            input_ids=masked.inputs,
            attention_mask=visible,
            token_type_ids=segments,
            labels=labels,
            next_sentence_label=1 - is_next,  # there 0 means next
        ).loss

    return model, loss
