"""Going on from a model: its tokenizer, and its tokens in the order that the book's code has."""

from typing import TYPE_CHECKING, NamedTuple

import torch

from bert_core.inputs import SPECIAL_IDS
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert, missing_heads
from bert_lab.text.wordpiece import find_special_ids, reorder_wordpiece

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Start(NamedTuple):
    """A model to go on from, its tokenizer, and which heads are new: of "hidden", "mlm", "nsp"."""

    model: BERTModel
    tokenizer: "Tokenizer"
    new_heads: tuple[str, ...]


def read_start(name: str, generator: torch.Generator) -> Start:
    """A model as `load_bert` reads it, the five special tokens at ids 0 to 4.

    A released vocabulary has them elsewhere. Its rows are put in another order, the model's and
    the tokenizer's alike, which changes no answer.

    Args:
        name: as `load_bert` takes it.
        generator: draws the heads that the checkpoint lacks (CPU).

    Raises what `load_bert` does, and ValueError for special tokens elsewhere in a vocabulary that
    is not of word pieces. Chapter 9.
    """
    absent = missing_heads(name)
    model, tokenizer = load_bert(name, generator=generator)
    special = find_special_ids(tokenizer)
    if special != SPECIAL_IDS:
        others = (i for i in range(model.config.vocab_size) if i not in special)
        order = [*special, *others]  # new id -> old id
        tokenizer = reorder_wordpiece(tokenizer, order)
        rows = [model.encoder.token_embedding.weight, model.mlm.decoder.bias]
        if not model.config.tied_decoder:
            rows.append(model.mlm.decoder.weight)
        with torch.no_grad():
            for tensor in rows:
                tensor.copy_(tensor[order])
    return Start(model, tokenizer, absent)
