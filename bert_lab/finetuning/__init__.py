"""Fine-tuning: an added output layer per family of tasks, everything trained (chapter 8).

`python -m bert_lab.finetuning --task sst2 --data DIR --model DIR --out DIR` fine-tunes a
pretrained model on real data.
"""

from bert_lab.finetuning.baselines import bag_of_words, majority
from bert_lab.finetuning.heads import SequenceClassifier, SpanPredictor, TokenTagger, best_spans
from bert_lab.finetuning.loop import (
    add_output_layer,
    finetune,
    finetune_steps,
    loss_sum,
)
from bert_lab.finetuning.metrics import evaluate, measure, predict

__all__ = [
    "SequenceClassifier",
    "SpanPredictor",
    "TokenTagger",
    "add_output_layer",
    "bag_of_words",
    "best_spans",
    "evaluate",
    "finetune",
    "finetune_steps",
    "loss_sum",
    "majority",
    "measure",
    "predict",
]
