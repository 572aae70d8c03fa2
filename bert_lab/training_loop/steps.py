"""The training loop, for any objective."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor, nn

from bert_core.pretraining import Record, make_optimizer
from bert_core.validation import unchecked
from bert_lab.training_loop.batches import Batch, Rows, batches, seeded
from bert_lab.training_loop.checks import check_numbers
from bert_lab.training_loop.dropout import fast_dropout
from bert_lab.training_loop.identity import identify
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import Checkpoints, restore

ReadBatch = Callable[[Tensor, int, int], Batch]


class Objective(nn.Module):
    """A model and what its training lowers.

    Called with a batch's tensors; returns the loss () and the scores that a `Record` has beside it,
    () each.
    """

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model


class Steps(Iterator[Record]):
    """An iterator of training: each `next()` runs one step and returns its record.

    `start` is the number of its first step to come. Set to the time, `stopped` makes the next call
    store the state and end.
    """

    def __init__(self, records: Callable[["Steps"], Iterator[Record]], start: int):
        self.start, self.stopped = start, 0.0
        self._records = records(self)

    def __next__(self) -> Record:
        return next(self._records)


def take_steps(
    objective: Objective,
    read: ReadBatch,
    data: Rows,
    options: TrainingOptions,
    seed: int,
    *,
    trained: nn.Module | None = None,
    choices: dict[str, Any] | None = None,
    checkpoints: Checkpoints | None = None,
    bf16: bool = False,
) -> Steps:
    """Train in place, one step at a time; every mistake is found before the first step.

    Args:
        objective: what is trained, and what its training lowers.
        read: from rows (n,), seed and step to a `Batch`.
        data: the rows.
        options: how long and how fast.
        seed: of order, masks and dropout.
        trained: what the optimiser moves, by default all of the model.
        choices: as of `identify`.
        checkpoints, bf16: as of `bert_lab.pretraining.pretrain`.

    Returns:
        An iterator over the records; where it is not asked any more, training stops. It raises
        FloatingPointError at a loss, a gradient or a state that is not finite.

    Raises:
        ValueError: if there are fewer rows than one batch takes, or if the training state found
            can't be used.
    """
    model, size = objective.model, options.train_batch_size
    if len(data) < size:
        raise ValueError(f"data: expected at least one batch of {size} rows, got {len(data)}")
    run = identify(model, data, options, seed, choices or {})
    start, tensors = (0, {}) if checkpoints is None else checkpoints.newest(run)
    rates = options.learning_rate, options.num_train_steps, options.warmup_steps
    optimizer, schedule = make_optimizer(trained or model, *rates, start)
    restore(model, optimizer, tensors)

    def records(steps: Steps) -> Iterator[Record]:
        todo = range(start, options.num_train_steps)
        for step, rows in batches(len(data), size, todo, seed):
            batch = read(rows, seed, step)
            objective.train()
            norm, *scores = _update(objective, optimizer, batch, bf16)
            check_numbers(step, {"a loss": scores[0], "gradients of a norm": norm})
            rate = float(schedule.get_last_lr()[0])
            schedule.step()
            yield Record(step, rate, *scores)
            done = step + 1
            last = done == options.num_train_steps
            if last or steps.stopped or (checkpoints and checkpoints.due(done)):
                largest = sum(float(p.detach().abs().amax()) for p in model.parameters())
                check_numbers(step, {"weights of a size": largest})
                if checkpoints:  # the last, should its end fail
                    checkpoints.save(done, model, optimizer, run)
            if steps.stopped:
                return

    return Steps(records, start)


def _update(
    objective: Objective, optimizer: torch.optim.Optimizer, batch: Batch, bf16: bool
) -> list[float]:
    """One step; returns the gradient's norm before clipping, the loss and the scores."""
    device = next(objective.parameters()).device
    precision = torch.autocast(device.type, torch.bfloat16, bf16)
    with unchecked(), seeded(batch.seed, device), fast_dropout(objective), precision:
        loss, *scores = objective(*(x.to(device) for x in batch.tensors))
    optimizer.zero_grad()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(objective.parameters(), 1.0)
    optimizer.step()
    return torch.stack([x.detach() for x in (norm, loss, *scores)]).tolist()
