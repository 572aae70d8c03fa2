"""The engine: steps of training on Accelerate, whatever is learned, in one process or many."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from bert_core.pretraining import Record, make_optimizer
from bert_core.validation import unchecked
from bert_lab.training_loop.batches import Rows, Share, batches, seeded
from bert_lab.training_loop.dropout import fast_dropout
from bert_lab.training_loop.identity import RunIdentity
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import Checkpoints, restore

if TYPE_CHECKING:
    from accelerate import Accelerator

Read = Callable[[Tensor, tuple[int, int, int]], Share]


class Objective(nn.Module):
    """Model and loss as one module, because data parallelism wraps what is called.

    Called with a share's tensors, and `num_predictions` and `num_rows` of the whole batch; returns
    the share's part of the loss () and of the scores that a `Record` has beside it, () each.
    """

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model


class Steps(Iterator[Record]):
    """The records of a training, of which each step is taken when its record is asked for.

    `run` is the training's `RunIdentity`.
    """

    def __init__(self, records: Iterator[Record], run: RunIdentity):
        self._records, self.run = records, run

    def __next__(self) -> Record:
        return next(self._records)


def take_steps(
    objective: Objective,
    read: Read,
    data: Rows,
    options: TrainingOptions,
    seed: int,
    *,
    trained: nn.Module | None = None,
    choices: dict[str, Any] | None = None,
    checkpoints: Checkpoints | None = None,
    accelerator: "Accelerator | None" = None,
) -> Steps:
    """Train in place, one step at a time; what can be wrong is found before the first.

    Args:
        objective: what is trained, and what its training lowers.
        read: from rows (n,) and seed, step and place in the batch to a `Share`.
        data: the rows.
        options: how long and how fast.
        seed: of order, masks and dropout.
        trained: what the optimiser moves, by default all of the model.
        choices: as of `RunIdentity`.
        checkpoints, accelerator: as of `bert_lab.pretraining.pretrain`.

    Returns:
        An iterator over the records; where it is not asked any more, training stops.

    Raises:
        ValueError: if there are fewer rows than one batch takes, if a batch cannot be shared out
            evenly, if another process has other options, if no training state found can be used.
    """
    if accelerator is None:
        from accelerate import Accelerator

        accelerator = Accelerator(device_placement=False)  # the model stays where it is
    model = objective.model
    _check(len(data), options.train_batch_size, accelerator)
    run = RunIdentity.of(model, data, options, seed, choices or {})
    start, tensors = (0, {}) if checkpoints is None else checkpoints.newest(run)
    _check_agreement(accelerator, run.facts() | {"steps done": start})
    rates = options.learning_rate, options.num_train_steps, options.warmup_steps
    optimizer, schedule = make_optimizer(trained or model, *rates, start)
    objective, optimizer = accelerator.prepare(objective, optimizer)
    restore(model, optimizer, tensors)

    def steps():
        todo = range(start, options.num_train_steps)
        for step, rows in batches(len(data), options.train_batch_size, todo, seed):
            parts = rows.chunk(_num_shares(accelerator))
            shares = [read(parts[i], (seed, step, i)) for i in _own_shares(accelerator)]
            objective.train()
            scores = _update(accelerator, objective, optimizer, shares, len(rows))
            rate = float(schedule.get_last_lr()[0])
            schedule.step()
            yield Record(step, rate, *scores)
            if checkpoints and (step + 1) % checkpoints.every == 0 and accelerator.is_main_process:
                checkpoints.save(step + 1, model, optimizer, run)

    return Steps(steps(), run)


def _update(accelerator, objective, optimizer, shares, num_rows) -> list[float]:
    """One step on this process's shares of a batch; loss and scores of the whole batch."""
    device, total = next(objective.parameters()).device, 0
    num_predictions = sum(share.num_predictions for share in shares)
    if accelerator.num_processes > 1:  # else asking a GPU for it would make it wait
        own = torch.tensor(num_predictions, device=device)
        num_predictions = accelerator.reduce(own, "sum").item()
    for share in shares:
        with accelerator.accumulate(objective):
            with unchecked(), seeded(share.seed, device), fast_dropout(objective):
                loss, *scores = objective(
                    *(x.to(device) for x in share.tensors),
                    num_predictions=max(1, num_predictions),
                    num_rows=num_rows,
                )
            # Accelerate takes means over processes and over parts in turn: make them sums.
            accelerator.backward(loss * _num_shares(accelerator))
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(objective.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
        total += torch.stack([x.detach() for x in (loss, *scores)])
    return accelerator.reduce(total, "sum").tolist()


def _num_shares(accelerator) -> int:
    return accelerator.num_processes * accelerator.gradient_accumulation_steps


def _own_shares(accelerator) -> range:
    in_turn = accelerator.gradient_accumulation_steps
    return range(_num_shares(accelerator))[accelerator.process_index * in_turn :][:in_turn]


def _check(num_rows, batch_size, accelerator):
    if accelerator.gradient_accumulation_steps < 1:
        raise ValueError(
            "gradient_accumulation_steps: expected at least 1, got "
            f"{accelerator.gradient_accumulation_steps}"
        )
    if num_rows < batch_size:
        raise ValueError(f"data: expected at least one batch of {batch_size} rows, got {num_rows}")
    if batch_size % _num_shares(accelerator):
        raise ValueError(
            f"train_batch_size: expected a multiple of {_num_shares(accelerator)} (processes "
            f"times gradient accumulation steps), got {batch_size}"
        )


def _check_agreement(accelerator, run):
    """Raise ValueError if another process would train on something else, or from another step."""
    from accelerate.utils import gather_object

    for index, other in enumerate(gather_object([run])):
        if other != run:
            differences = [name for name in run if other[name] != run[name]]
            raise ValueError(
                f"process {accelerator.process_index}: expected the same run in every process, "
                f"got other values of {', '.join(differences)} in process {index}; give all of "
                "them the same options, data and folder of training states"
            )
