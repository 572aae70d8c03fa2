"""A trained model as a folder: the book's own form, and the reference layout of the original.

The book's own, `config.json`, `model.safetensors` and `tokenizer.json`, keeps every variant of a
model (`ch-model`). The layout of the reference implementation keeps the original's, and is read and
written by `from_pretrained` and `save_pretrained` (`ch-original`). `load_bert` reads either. A page
hands on a model as one file (`load_packed`, `save_packed`). None of them can hold anything that
would be executed.
"""

from bert_lab.checkpoint.adapter import (
    add_adapter,
    merge_adapter,
)
from bert_lab.checkpoint.files import write_atomically
from bert_lab.checkpoint.hub import GAP_FILLER
from bert_lab.checkpoint.loading import load_bert, missing_heads
from bert_lab.checkpoint.native import MINI_BERT, load_checkpoint, load_mini_bert, save_checkpoint
from bert_lab.checkpoint.reference import from_pretrained, save_pretrained
from bert_lab.checkpoint.single_file import load_packed, save_packed
from bert_lab.checkpoint.snapshots import load_any_share
from bert_lab.checkpoint.weights import open_weights

__all__ = [
    "GAP_FILLER",
    "MINI_BERT",
    "add_adapter",
    "from_pretrained",
    "load_any_share",
    "load_bert",
    "load_checkpoint",
    "load_mini_bert",
    "load_packed",
    "merge_adapter",
    "missing_heads",
    "open_weights",
    "save_checkpoint",
    "save_packed",
    "save_pretrained",
    "write_atomically",
]
