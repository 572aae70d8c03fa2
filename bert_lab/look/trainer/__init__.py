"""Training a BERT in the reader's browser: what a page or a notebook needs for it.

`kernels.*.c` hold the arithmetic, compiled to `kernels.wasm`; the files `trainer.*.js` are a
training step of `bert_core` on top of it, and the run, in a worker; `training.js` is what a page
talks to.
"""

from bert_lab.look.trainer.sources import parts, training

__all__ = ["parts", "training"]
