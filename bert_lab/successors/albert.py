"""ALBERT: one block's weights in every place (`ch-after`)."""

from torch import nn

from bert_core.model import BERTModel


def share_blocks(model: BERTModel) -> BERTModel:
    """The first block's weights in all places: fewer parameters, as many multiplications.

    Source: Lan et al. 2019, section 3.1 (all parameters shared). Deviations: none. See `ch-after`.
    """
    blks = model.encoder.blks
    model.encoder.blks = nn.ModuleList([blks[0]] * len(blks))
    return model
