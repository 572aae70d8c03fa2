"""Load any BERT: a folder in either format, or a name of the hub.

See `ch-original` and `ch-after`.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import torch

from bert_core.model import BERTModel
from bert_lab.checkpoint.adapter import ADAPTED, attach_adapter, merge_adapter
from bert_lab.checkpoint.base import find_base
from bert_lab.checkpoint.files import unchanged_during
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.native import is_own, load_checkpoint
from bert_lab.checkpoint.reference import absent_parts, announce, read_reference
from bert_lab.checkpoint.vocabulary import read_vocabulary

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def load_bert(
    name: str | Path, *, generator: torch.Generator | None = None, merged: bool = True
) -> tuple[BERTModel, "Tokenizer"]:
    """A model, float32 and in evaluation mode, and the tokenizer that goes with it.

    Args:
        name: "all-MiniLM-L6-v2", the released model that a package brings along; "gap-filler", the
            same with the adapter of this package, which fills gaps; a name of the hub such as
            "google-bert/bert-base-uncased", fetched once; or a folder, in the book's own form or in
            the reference layout with `tokenizer.json` or `vocab.txt`. That layout may hold a BERT,
            a RoBERTa or a ModernBERT; the last two come with `tokenizer.json`. A folder with an
            adapter gives its base, changed by it.
        generator: draws the weights of heads that the checkpoint lacks (CPU). Without one a warning
            names them, since they answer at random; `missing_heads` tells them to a program.
        merged: False leaves an adapter beside its base, where it can go on learning.

    Returns:
        The model, a `BERTModel` or, of `bert_lab.successors`, a `RoBERTa` or `ModernBERT`, called
        in the same way; and a tokenizer that neither pads nor cuts. `find_special_ids` says which
        ids its special tokens have, and its `encode(a, b)` puts as many between two texts as belong
        there.

    Raises:
        FileNotFoundError: if there is no such folder, or it lacks a file.
        ConnectionError: if the hub doesn't have the model or can't be reached.
        ImportError: if a library is missing that is needed.
        ValueError: for a model of another family, by its name, pickled weights, a damaged file, a
            released file of another digest, or a vocabulary of another size than the model's.

    Source and deviation: as of `from_pretrained`. See `ch-original` and `ch-after`.
    """
    folder = find_folder(name)
    if base := find_base(folder):
        return _load_adapted(folder, base, merged)
    if is_own(folder):
        return load_checkpoint(folder)
    with unchanged_during(folder):
        model, absent = read_reference(folder, generator)
        tokenizer = read_vocabulary(folder, model.config.vocab_size)
    if generator is None:
        announce(str(name), absent)
    return model, tokenizer


def missing_heads(name: str | Path) -> tuple[str, ...]:
    """The heads that a checkpoint lacks and `load_bert` initialises: "hidden", "mlm", "nsp".

    Takes and raises what `load_bert` does, but for the tokenizer. See `ch-original`.
    """
    folder = find_folder(name)
    if base := find_base(folder):
        return tuple(head for head in missing_heads(base) if head not in ADAPTED)
    return () if is_own(folder) else absent_parts(folder)


def _load_adapted(folder: Path, base: Path, merged: bool) -> tuple[BERTModel, "Tokenizer"]:
    with unchanged_during(folder):
        model, tokenizer = load_bert(base, generator=untrained_heads())
        attach_adapter(folder, model)
        if merged:
            merge_adapter(model)
        return model, tokenizer


def untrained_heads() -> torch.Generator:
    """What draws the heads that a base lacks: an adapter replaces those that it asks."""
    return torch.Generator().manual_seed(0)
