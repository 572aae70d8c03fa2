"""A gate in the feed-forward network: one half of its units opens or shuts the other (GeGLU)."""

import torch
from torch import Tensor, nn

from bert_core.initialisation import initialise
from bert_core.model import BERTModel
from bert_lab.after.blocks import blocks_of


class GatedFFN(nn.Module):
    """GELU(X W_a) * (X W_b), then back to D, each without biases.

    Called with `X` (..., D), returns that shape.
    Source: Shazeer 2020, equation 5. Deviations: none. Chapter 11.
    """

    def __init__(self, num_hiddens: int, ffn_num_hiddens: int):
        super().__init__()
        self.widen = nn.Linear(num_hiddens, 2 * ffn_num_hiddens, bias=False)
        self.gelu = nn.GELU()
        self.narrow = nn.Linear(ffn_num_hiddens, num_hiddens, bias=False)

    def forward(self, X: Tensor) -> Tensor:
        a, gate = self.widen(X).chunk(2, dim=-1)  # (..., F) each
        return self.narrow(self.gelu(a) * gate)


def gate_ffn(model: BERTModel, generator: torch.Generator) -> BERTModel:
    """A gated network in every block, of two thirds of the units, so of as many weights as before.

    `generator` (CPU) draws them, as `init_std` says.

    Raises:
        ValueError: for networks with a norm before them, which would be lost.

    Source: Shazeer 2020, section 3. Deviations: none. Chapter 11.
    """
    config = model.config
    if any(
        isinstance(part, nn.LayerNorm) for blk in blocks_of(model) for part in blk.ffn.modules()
    ):
        raise ValueError(
            "model: expected feed-forward networks as BERT's, got norms in them, which would be "
            "lost; gate the networks first and put norms before them afterwards"
        )
    with torch.random.fork_rng(devices=[]):
        seed = int(torch.randint(2**31, (), generator=generator))
        torch.default_generator.manual_seed(seed)
        for blk in blocks_of(model):
            blk.ffn = GatedFFN(config.num_hiddens, round(2 * config.ffn_num_hiddens / 3))
            initialise(blk.ffn, config.init_std)
    return model
