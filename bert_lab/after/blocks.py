"""The place where most changes are made."""

from typing import Any

from bert_core.model import BERTModel


def blocks_of(model: BERTModel) -> list[Any]:
    """The encoder's blocks, first to last: modules whose parts may be replaced by others."""
    return list(model.encoder.blks)
