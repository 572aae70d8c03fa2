"""Training a BERT in the reader's browser: what a page or a notebook needs for it.

`kernels.c` holds the arithmetic, compiled to `kernels.wasm`; the files `trainer.*.js` are a
training step of `bert_core` on top of it, and the run, in a worker; `training.js` is the page's end.
"""

from bert_lab.look.trainer.sources import parts, training

__all__ = ["parts", "training"]
