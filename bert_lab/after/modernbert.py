"""ModernBERT as it was released: five changes of the block at once, and no biases."""

from collections.abc import Sequence

import torch
from torch import Tensor, nn

from bert_core.initialisation import initialise
from bert_core.model import BERTModel
from bert_lab.after.blocks import blocks_of
from bert_lab.after.gated import GatedFFN
from bert_lab.after.local import look_nearby
from bert_lab.after.norm_first import norm_first
from bert_lab.after.positions import rotate_positions


class Nothing(nn.Module):
    """In the place of an embedding that is left out: adds 0 to every token."""

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
    Chapter 11.
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
        """Without tables of segments and positions, without biases but the decoder's."""
        self.encoder.register_module("segment_embedding", Nothing())
        del self.encoder.pos_embedding
        none = torch.zeros(1, self.config.max_len, 1, device="cpu")  # says how long a text may be
        self.encoder.register_buffer("pos_embedding", none, persistent=False)
        for part in (self.encoder, self.mlm.transform):
            for module in part.modules():
                if isinstance(module, nn.Linear | nn.LayerNorm):
                    module.register_parameter("bias", None)
