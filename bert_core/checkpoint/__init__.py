"""A trained model as a folder: the book's own form, and the reference layout of the original.

The book's own, `config.json`, `model.safetensors` and `tokenizer.json`, keeps every variant of a
model (chapter 6). The layout of the reference implementation keeps the original's, and is read and
written by `BERTModel.from_pretrained` and `BERTModel.save_pretrained` (chapter 9). Neither can hold
anything that would be executed.
"""

from bert_core.checkpoint.own import (
    MINI_BERT,
    load_checkpoint,
    load_mini_bert,
    save_checkpoint,
    write_atomically,
)

__all__ = [
    "MINI_BERT",
    "load_checkpoint",
    "load_mini_bert",
    "save_checkpoint",
    "write_atomically",
]
