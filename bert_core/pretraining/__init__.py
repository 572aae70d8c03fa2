"""Pretraining: one step, one loop, records out (chapters 4 to 7).

`python -m bert_core.pretraining --corpus mini-world --preset mini --out DIR` trains from
the command line; `accelerate launch -m bert_core.pretraining ...` does so on several GPUs.
"""

from bert_core.pretraining.loop import Record, pretrain
from bert_core.pretraining.optimisation import make_optimizer
from bert_core.pretraining.record import Run, read_run
from bert_core.pretraining.scores import Evaluation, Scores, evaluate, score, unigram_line
from bert_core.pretraining.state import Checkpoints

__all__ = [
    "Checkpoints",
    "Evaluation",
    "Record",
    "Run",
    "Scores",
    "evaluate",
    "make_optimizer",
    "pretrain",
    "read_run",
    "score",
    "unigram_line",
]
