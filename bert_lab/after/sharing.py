"""ALBERT's first way to fewer weights: one block's in every place (chapter 11)."""

from torch import nn

from bert_core.model import BERTModel


def share_blocks(model: BERTModel) -> BERTModel:
    """The first block in all places: fewer parameters, and not a multiplication less.

    Source: Lan et al. 2019, section 3.1 (all parameters shared). Deviations: none. Chapter 11.
    """
    blks = model.encoder.blks
    model.encoder.blks = nn.ModuleList([blks[0]] * len(blks))
    return model
