"""Tasks of D2L's four families: one of each from the mini-world, and readers of public ones."""

from bert_lab.finetuning.tasks.data import TaskData
from bert_lab.finetuning.tasks.mini import SPLITS, TASKS, mini_examples, mini_task
from bert_lab.finetuning.tasks.packing import pack_examples

__all__ = [
    "SPLITS",
    "TASKS",
    "TaskData",
    "mini_examples",
    "mini_task",
    "pack_examples",
]
