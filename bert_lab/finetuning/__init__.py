"""Fine-tuning: an added output layer per family of tasks, everything trained (`ch-finetuning`)."""

from bert_lab.finetuning.answers import answer, measure, text_vectors
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.heads import SequenceClassifier, SpanPredictor, TokenTagger, best_spans
from bert_lab.finetuning.loop import (
    SameClass,
    add_output_layer,
    finetune,
    finetune_steps,
)

__all__ = [
    "Example",
    "SameClass",
    "SequenceClassifier",
    "SpanPredictor",
    "TokenTagger",
    "add_output_layer",
    "answer",
    "best_spans",
    "finetune",
    "finetune_steps",
    "measure",
    "text_vectors",
]
