"""Rotary positions in the place of the table of positions (chapter 11)."""

from torch import Tensor, nn

from bert_core.attention import MultiHeadAttention, attention_weights, dot_product_attention
from bert_core.model import BERTModel
from bert_lab.after.blocks import blocks_of
from bert_lab.after.rotary import BASE, rotate


class RotaryAttention(MultiHeadAttention):
    """Self-attention whose queries and keys are rotated; values are not. Chapter 11."""

    base = BASE

    def forward(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        (q, k), v = self._rotated(X), self._split(self.W_v(X))  # (B, N, T, K)
        dropout = self.dropout if self.training else 0.0
        heads = dot_product_attention(q, k, v, mask, dropout)  # (B, N, T, K)
        return self.W_o(heads.transpose(1, 2).flatten(2))  # (B, T, D)

    def weights(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        q, k = self._rotated(X)
        return attention_weights(q, k, mask)  # (B, N, T, T)

    def _rotated(self, X: Tensor) -> tuple[Tensor, Tensor]:
        q, k = (self._split(W(X)) for W in (self.W_q, self.W_k))
        return rotate(q, self.base), rotate(k, self.base)


def rotate_positions(model: BERTModel) -> BERTModel:
    """Rotary positions in every block, and no table of positions.

    Source: Su et al. 2021. Deviations: none. Chapter 11.
    """
    config = model.config
    for blk in blocks_of(model):
        rotary = RotaryAttention(config.num_hiddens, config.num_heads, config.dropout)
        rotary.load_state_dict(blk.attention.state_dict())
        blk.attention = rotary
    return without_positions(model)


def without_positions(model: BERTModel) -> BERTModel:
    """No table of positions: it is zero and stays so. The control: order becomes invisible."""
    nn.init.zeros_(model.encoder.pos_embedding)
    model.encoder.pos_embedding.requires_grad_(False)
    return model
