"""The trained model with one part of one block removed, without retraining (`ch-attention`)."""

from copy import deepcopy
from typing import cast

from bert_core.encoder import TransformerEncoderBlock
from bert_core.model import BERTModel
from bert_lab.measures.block_parts import CHANGES


def cut(model: BERTModel, change: str, block: int) -> BERTModel:
    """A copy of the model, one block of it, from 1, changed by a name of `CHANGES`.

    Raises IndexError for a block that it does not have.
    """
    copy = deepcopy(model)
    if not 1 <= block <= len(copy.encoder.blks):
        raise IndexError(f"block: expected 1 to {len(copy.encoder.blks)}, got {block}")
    CHANGES[change](cast(TransformerEncoderBlock, copy.encoder.blks[block - 1]))
    return copy
