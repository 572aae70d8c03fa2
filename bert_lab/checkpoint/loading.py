"""Load any BERT: a folder in either format, or a name of the hub.

See `ch-original` and `ch-after`.
"""

import json
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import torch

from bert_core.model import BERTModel
from bert_lab.checkpoint.adapter import ADAPTED, attach_adapter, merge_adapter
from bert_lab.checkpoint.base import find_base, is_adapter
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.native import is_own, load_checkpoint
from bert_lab.checkpoint.reference import announce, read_config, read_model
from bert_lab.checkpoint.vocabulary import read_vocabulary

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Loaded(NamedTuple):
    """A model, its tokenizer, and the heads that were drawn: of "hidden", "mlm", "nsp"."""

    model: BERTModel
    tokenizer: "Tokenizer"
    new_heads: tuple[str, ...]


def load_bert(
    name: str | Path, *, generator: torch.Generator | None = None, merged: bool = True
) -> tuple[BERTModel, "Tokenizer"]:
    """A model, float32 and in evaluation mode, and the tokenizer that goes with it.

    Args:
        name: "all-MiniLM-L6-v2", the released model that a package brings along; "gap-filler", the
            same with the adapter of this package, which fills gaps; a name of the hub such as
            "google-bert/bert-base-uncased", fetched once; or a folder, in the book's own form or in
            the reference layout. That layout may hold a BERT, a RoBERTa or a ModernBERT. A folder
            with an adapter gives its base, changed by it.
        generator: draws the weights of heads that the checkpoint lacks (CPU). Without one a warning
            names them, since they answer at random; `missing_heads` tells them to a program.
            (Another one tells of a model whose vector of a text is no mean, as `[CLS]`'s.)
        merged: False leaves an adapter beside its base, where it can go on learning.

    Returns:
        The model, a `BERTModel` or, of `bert_lab.successors`, a `RoBERTa` or `ModernBERT`, called
        in the same way; and a tokenizer that neither pads nor cuts. `find_special_ids` says which
        ids its special tokens have, and its `encode(a, b)` puts as many between two texts as belong
        there.

    Raises:
        FileNotFoundError: if there is no such folder, or it lacks a file.
        ImportError: if a library is missing: the reference layout needs `transformers`.
        ValueError: for a model of another family, a damaged file, tensors that are missing, too
            many or of another shape, a released file of another digest, or a vocabulary of another
            size than the model's.

    Source and deviation: as of `from_pretrained`. See `ch-original` and `ch-after`.
    """
    folder = find_folder(name)
    model, tokenizer, new_heads = read_bert(folder, generator, merged)
    if generator is None and not is_adapter(folder):  # an adapter asks none of them
        announce(str(name), new_heads)
    if _has_other_vector(folder):
        warnings.warn(
            f"{name}: Sentence Transformers has another vector of a text; embed takes the mean",
            stacklevel=2,
        )
    return model, tokenizer


def _has_other_vector(folder: Path) -> bool:
    """Whether Sentence Transformers takes `[CLS]`'s vector, said in two ways, or adds layers."""
    path = folder / "1_Pooling" / "config.json"
    said = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    first = said.get("pooling_mode_cls_token") is True or said.get("pooling_mode") == "cls"
    return first or (folder / "2_Dense").exists()


def read_bert(name: str | Path, generator: torch.Generator | None, merged: bool = True) -> Loaded:
    """`load_bert` for a program: it says which heads were drawn, and warns of none."""
    folder = find_folder(name)
    if base := find_base(folder):
        model, tokenizer, new_heads = read_bert(base, untrained_heads())
        attach_adapter(folder, model)
        if merged:
            merge_adapter(model)
        return Loaded(model, tokenizer, tuple(head for head in new_heads if head not in ADAPTED))
    if is_own(folder):
        return Loaded(*load_checkpoint(folder), ())
    family, config = read_config(folder)
    model, new_heads = read_model(folder, family, config, generator)
    return Loaded(model, read_vocabulary(folder, config), new_heads)


def missing_heads(name: str | Path) -> tuple[str, ...]:
    """The heads that a checkpoint lacks and `load_bert` initialises: "hidden", "mlm", "nsp".

    Takes and raises what `load_bert` does. See `ch-original`.
    """
    return read_bert(name, untrained_heads()).new_heads


def untrained_heads() -> torch.Generator:
    """What draws the heads that a base lacks: an adapter replaces those that it asks."""
    return torch.Generator().manual_seed(0)
