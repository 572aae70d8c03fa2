"""Training a BERT in the reader's browser: what a page or a notebook hands to the trainer.

The trainer itself is JavaScript and C, web/trainer.
"""

from bert_lab.look.trainer.parts import parts

__all__ = ["parts"]
