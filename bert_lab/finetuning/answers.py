"""The answers of a task model, their metrics, and the vectors that it reads."""

from collections.abc import Callable, Iterator
from typing import Any, cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.validation import unchecked
from bert_lab.finetuning.heads import SequenceClassifier
from bert_lab.finetuning.tasks import TaskData
from bert_lab.training_loop.evaluation import evaluating

BATCH_SIZE = 256


def measure(task_model: nn.Module, data: TaskData) -> dict[str, float]:
    """The metrics of a task model's answers, as the task's `measure` computes them.

    See `ch-finetuning`.
    """
    return data.spec.measure(data.examples, answer(task_model, data))


def answer(task_model: nn.Module, data: TaskData) -> list[Any]:
    """The task model's answer to each example, in evaluation mode.

    Args:
        task_model: called with `tokens`, `segments` (B, T) and `valid_lens` (B,); its `decode`
            makes answers at tokens of what it returns.
        data: the examples; their labels are not read.

    Returns:
        Answers of the form of the labels. A word that `max_len` cut off gets class 0; an answer to
        a question is the words to which the first and the last token of the span belong.

    See `ch-finetuning`.
    """
    decode = cast(Callable[[Tensor], Tensor], task_model.decode)
    answers: list[Any] = [None] * len(data)
    for rows, batch, output in _outputs(task_model, task_model, data):
        found = decode(output).tolist()
        in_words = map(data.spec.in_words, found, batch.examples, batch.places.tolist())
        for row, words in zip(rows.tolist(), in_words, strict=True):
            answers[row] = words
    return answers


def text_vectors(task_model: SequenceClassifier, data: TaskData) -> Tensor:
    """For each example the vector (n, D) that the added layer reads, scaled to length 1.

    In evaluation mode, on the CPU; labels are not read. See `ch-finetuning`.
    """
    found = torch.empty(len(data), task_model.config.num_hiddens)
    for rows, _, pooled in _outputs(task_model, task_model.pool, data):
        found[rows] = F.normalize(pooled, dim=1).cpu()
    return found


def _outputs(
    task_model: nn.Module, called: Callable[..., Tensor], data: TaskData
) -> Iterator[tuple[Tensor, TaskData, Tensor]]:
    """For each batch: its rows, the examples, and the output of this part of the model."""
    device = next(task_model.parameters()).device
    with evaluating(task_model), unchecked():
        order = data.valid_lens.argsort(stable=True)  # like lengths: little padding
        for rows in order.split(BATCH_SIZE):
            batch = data.select(rows).crop()
            inputs = (x.to(device) for x in (batch.tokens, batch.segments, batch.valid_lens))
            yield rows, batch, called(*inputs)
