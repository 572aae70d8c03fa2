"""ELECTRA: a small BERT fills gaps, and the BERT that is kept finds its fillings (chapter 11)."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from bert_core.initialisation import initialise
from bert_core.losses import mlm_sums
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel
from bert_lab.after.detection import ReplacedTokenHead
from bert_lab.after.replaced import Replaced, replace_tokens


class Detected(NamedTuple):
    """The generator's loss () and right answers (), sums over the slots; what the discriminator
    read, and its logits (B, T)."""

    mlm_loss: Tensor
    mlm_hits: Tensor
    seen: Replaced
    logits: Tensor


class Electra(nn.Module):
    """Generator, discriminator and its head.

    Called with a batch's `MaskedTokens`, `segments` (B, T), `valid_lens` (B,), and a `generator` of
    randomness as of `replace_tokens`; returns `Detected`.

    Source: Clark et al. 2020, section 2. Deviation: there both share their token embeddings.
    Chapter 11.
    """

    def __init__(self, generator: BERTModel, discriminator: BERTModel):
        super().__init__()
        self.generator, self.discriminator = generator, discriminator
        self.head = ReplacedTokenHead(discriminator.config.num_hiddens)
        initialise(self.head, discriminator.config.init_std)

    def forward(
        self,
        masked: MaskedTokens,
        segments: Tensor,
        valid_lens: Tensor,
        generator: torch.Generator | None = None,
    ) -> Detected:
        rows, slots = masked.weights.nonzero(as_tuple=True)
        X = self.generator.encoder(masked.inputs, segments, valid_lens)
        asked = X[rows, masked.positions[rows, slots]]  # (S, D)
        sums = mlm_sums(self.generator.mlm, asked, masked.labels[rows, slots])
        with torch.no_grad():
            seen = replace_tokens(masked, self.generator.mlm.decode(asked), generator)
        found = self.discriminator.encoder(seen.inputs, segments, valid_lens)  # (B, T, D)
        return Detected(*sums, seen, self.head(found))
