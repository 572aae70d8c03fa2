"""What ELECTRA's training lowers, as an objective for the engine (chapter 11)."""

from typing import cast

from torch import Tensor, nn

from bert_core.masking import MaskedTokens
from bert_lab.after.detection import replaced_loss
from bert_lab.after.electra import Electra
from bert_lab.training.steps import Objective

WEIGHT = 50.0  # of the replaced-token loss


class ElectraObjective(Objective):
    """The generator's loss, and 50 times the discriminator's.

    Args:
        model: has next-sentence heads and a decoder too many, which stay as they are.
        everywhere: as of `replaced_loss`.

    Source: Clark et al. 2020, section 2. Deviations: none. Chapter 11.
    """

    def __init__(self, model: Electra, everywhere: bool = True):
        super().__init__(model)
        self.everywhere = everywhere

    @property
    def trained(self) -> nn.Module:
        """What the optimiser moves: both encoders, the generator's decoder and the new head."""
        model = cast(Electra, self.model)
        small = model.generator
        return nn.ModuleList([small.encoder, small.mlm, model.discriminator.encoder, model.head])

    def forward(self, *batch: Tensor, num_predictions: int, num_rows: int) -> tuple[Tensor, ...]:
        """The loss () and the generator's MLM loss ()."""
        *masked, segments, valid_lens, _ = batch
        found = self.model(MaskedTokens(*masked), segments, valid_lens)
        loss = replaced_loss(found.logits, found.seen, valid_lens, everywhere=self.everywhere)
        mlm_loss = found.mlm_loss / num_predictions
        return mlm_loss + WEIGHT * loss, mlm_loss
