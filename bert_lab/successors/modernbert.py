"""ModernBERT: another block, with norms before, a gate and its own attention (`ch-after`)."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from bert_core.initialisation import initialise
from bert_core.model import BERTModel
from bert_lab.successors.modernbert_attention import blocks_of, look_nearby, rotate_positions


class NormedAttention(nn.Module):
    """Attention that reads its input through a norm. See `ch-after`."""

    def __init__(self, norm: nn.LayerNorm, attention: Any):
        super().__init__()
        self.norm, self.attention = norm, attention

    def forward(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.attention(self.norm(X), mask)  # (B, T, D)

    def weights(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.attention.weights(self.norm(X), mask)  # (B, N, T, T)


class Add(nn.Module):
    """Residual connection without a norm: X + dropout(Y), each (B, T, D)."""

    def __init__(self, dropout: nn.Dropout):
        super().__init__()
        self.dropout = dropout

    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        return X + self.dropout(Y)


def norm_first(model: BERTModel) -> BERTModel:
    """X + f(LN(X)) in every block, for attention and for the feed-forward network ("pre-norm").

    The last block keeps the norm behind its sum: without one, nothing would ever norm what the
    heads read.

    Source: Xiong et al. 2020, figure 1(b). Deviations: none. See `ch-after`.
    """
    config, blks = model.config, blocks_of(model)
    for blk in blks:
        blk.attention = NormedAttention(blk.addnorm1.norm, blk.attention)
        blk.addnorm1 = Add(blk.addnorm1.dropout)
        if blk is blks[-1]:
            norm = nn.LayerNorm(config.num_hiddens, eps=config.norm_eps)
        else:
            norm = blk.addnorm2.norm
            blk.addnorm2 = Add(blk.addnorm2.dropout)
        blk.ffn = nn.Sequential(norm, blk.ffn)
    return model


class GatedFFN(nn.Module):
    """GELU(X W_a) * (X W_b), then back to D, each without biases.

    Called with `X` (..., D), returns that shape.
    Source: Shazeer 2020, equation 5. Deviations: none. See `ch-after`.
    """

    def __init__(self, num_hiddens: int, ffn_num_hiddens: int):
        super().__init__()
        self.widen = nn.Linear(num_hiddens, 2 * ffn_num_hiddens, bias=False)
        self.gelu = nn.GELU()
        self.narrow = nn.Linear(ffn_num_hiddens, num_hiddens, bias=False)

    def forward(self, X: Tensor) -> Tensor:
        a, gate = self.widen(X).chunk(2, dim=-1)  # (..., F) each
        return self.narrow(self.gelu(a) * gate)


class Nothing(nn.Module):
    """Replaces an embedding that is left out: adds 0 to every token."""

    def forward(self, segments: Tensor) -> Tensor:
        return torch.zeros((), device=segments.device)


class ModernBERT(BERTModel):
    """Rotary positions, norm before, gated networks, local attention; called as a `BERTModel`.

    Args:
        sizes, switches: as of `BERTModel`; `ffn_num_hiddens` counts the units of one half.
        reach: how many places to either side a local block looks.
        local: the numbers of those blocks, from 0; by default two of every three.
        bases: of the rotary angles, where a block looks anywhere and where it looks nearby.

    Raises:
        ValueError: for heads of an odd size, whose dimensions can't be turned in pairs.

    Source: Warner et al. 2024, section 2.1; `ModernBertForMaskedLM`. Deviations: padding is
    computed and hidden, there it is taken out; pooler and NSP head are still there, and new.
    See `ch-after`.
    """

    def __init__(
        self,
        *sizes,
        reach: int = 64,
        local: Sequence[int] | None = None,
        bases: tuple[float, float] = (160_000.0, 10_000.0),
        **switches,
    ):
        super().__init__(*sizes, **switches)
        config, blks = self.config, blocks_of(self)
        if config.num_hiddens // config.num_heads % 2:
            raise ValueError(
                f"num_hiddens: expected heads of an even size, got {config.num_hiddens} units "
                f"in {config.num_heads} heads"
            )
        self.reach, self.bases = reach, bases
        self.local = [i for i in range(len(blks)) if i % 3] if local is None else list(local)
        rotate_positions(self)
        for number, blk in enumerate(blks):
            blk.attention.base = bases[number in self.local]
            blk.ffn = GatedFFN(config.num_hiddens, config.ffn_num_hiddens)
        norm_first(self)
        blks[0].attention.norm = nn.Identity()  # what it reads was normed as a sum of embeddings
        look_nearby(self, reach, self.local)
        self._leave_out()
        initialise(self, config.init_std)

    def _leave_out(self) -> None:
        """Remove the segment and position tables, and all biases but the decoder's."""
        self.encoder.register_module("segment_embedding", Nothing())
        del self.encoder.pos_embedding
        none = torch.zeros(1, self.config.max_len, 1, device="cpu")  # says how long a text may be
        self.encoder.register_buffer("pos_embedding", none, persistent=False)
        for part in (self.encoder, self.mlm.transform):
            for module in part.modules():
                if isinstance(module, nn.Linear | nn.LayerNorm):
                    module.register_parameter("bias", None)
