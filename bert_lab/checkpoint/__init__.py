"""A trained model as a folder: the book's own form, and the reference layout of the original.

The book's own, `config.json`, `model.safetensors` and `tokenizer.json`, keeps every variant of a
model (chapter 6). The layout of the reference implementation keeps the original's, and is read and
written by `from_pretrained` and `save_pretrained` (chapter 9). Neither can hold
anything that would be executed.
"""

from bert_lab.checkpoint.own import (
    MINI_BERT,
    load_checkpoint,
    load_mini_bert,
    save_checkpoint,
    write_atomically,
)
from bert_lab.checkpoint.reference import from_pretrained, save_pretrained

__all__ = [
    "MINI_BERT",
    "from_pretrained",
    "load_checkpoint",
    "load_mini_bert",
    "save_checkpoint",
    "save_pretrained",
    "write_atomically",
]
