"""Pretraining: one step, one loop, records out (chapters 4 to 6).

`python -m bert_core.pretraining --corpus mini-world --preset mini --out DIR` trains from the
command line.
"""

from bert_core.pretraining.loop import Record, make_optimizer, pretrain
from bert_core.pretraining.scores import Evaluation, Scores, evaluate, score, unigram_line

__all__ = [
    "Evaluation",
    "Record",
    "Scores",
    "evaluate",
    "make_optimizer",
    "pretrain",
    "score",
    "unigram_line",
]
