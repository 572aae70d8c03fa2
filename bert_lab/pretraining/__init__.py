"""Pretraining: from a corpus to a stored model (`ch-mlm` to `ch-pretraining`).

`python -m bert_lab.pretraining --corpus mini-world --preset mini --out DIR` trains from the command
line.
"""

from bert_lab.pretraining.loop import pretrain
from bert_lab.pretraining.preparation import Prepared, prepare
from bert_lab.pretraining.recipe import RECIPE, PretrainingOptions, build_model
from bert_lab.pretraining.scores import Evaluation, evaluate, unigram_line

__all__ = [
    "RECIPE",
    "Evaluation",
    "Prepared",
    "PretrainingOptions",
    "build_model",
    "evaluate",
    "prepare",
    "pretrain",
    "unigram_line",
]
