"""Steps of training on Accelerate, whatever is learned: one process or many, nothing printed."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from bert_core.pretraining import make_optimizer
from bert_core.validation import unchecked
from bert_lab.training.batches import Rows, Share, batches, seeded
from bert_lab.training.state import Checkpoints, restore

if TYPE_CHECKING:
    from accelerate import Accelerator


def take_steps(
    model: nn.Module,
    data: Rows,
    objective: nn.Module,
    read: Callable[[Tensor, tuple[int, int, int]], Share],
    run: dict[str, Any],
    *,
    trained: nn.Module,
    checkpoints: Checkpoints | None,
    accelerator: "Accelerator | None",
) -> Iterator[tuple]:
    """Train `model` in place, one step at a time.

    Args:
        model: with a `config`; training states hold its weights.
        data: the same in every process.
        objective: holds the model. Called with a share's tensors, `num_predictions` and
            `num_rows` of the whole batch; returns the share's part of the loss () and of the
            scores (S,).
        read: from rows (n,) and seed, step and place in the batch to a `Share`.
        run: what makes this run and no other; of it `seed`, `num_train_steps`, `num_warmup_steps`,
            `train_batch_size` and `learning_rate` are used here.
        trained: what of the model the optimiser moves.
        checkpoints, accelerator: as of `pretrain`.

    Returns:
        An iterator over step, learning rate and the S scores of the batch before the update.

    Raises:
        ValueError: as `pretrain`.
    """
    if accelerator is None:
        from accelerate import Accelerator

        accelerator = Accelerator(device_placement=False)  # the model stays where it is
    batch_size, num_shares = run["train_batch_size"], _num_shares(accelerator)
    _check(model, data, batch_size, num_shares)
    start, tensors = (0, {}) if checkpoints is None else checkpoints.newest(run)
    _check_agreement(accelerator, run | {"start": start})
    rates = run["learning_rate"], run["num_train_steps"], run["num_warmup_steps"]
    optimizer, schedule = make_optimizer(trained, *rates, start)
    objective, optimizer = accelerator.prepare(objective, optimizer)
    restore(model, optimizer, tensors)
    steps = range(start, run["num_train_steps"])
    for step, rows in batches(len(data), batch_size, steps, run["seed"]):
        parts = rows.chunk(num_shares)
        shares = [read(parts[i], (run["seed"], step, i)) for i in _own_shares(accelerator)]
        model.train()
        scores = _update(accelerator, objective, optimizer, shares, len(rows))
        rate = schedule.get_last_lr()[0]
        schedule.step()
        yield step, rate, *scores
        if checkpoints and (step + 1) % checkpoints.every == 0 and accelerator.is_main_process:
            checkpoints.save(step + 1, model, optimizer, run)


def _update(accelerator, objective, optimizer, shares, num_rows) -> list[float]:
    """One step on this process's shares of a batch; returns the scores of the whole batch."""
    device, total = next(objective.parameters()).device, 0
    num_predictions = sum(share.num_predictions for share in shares)
    if accelerator.num_processes > 1:  # else asking a GPU for it would make it wait
        own = torch.tensor(num_predictions, device=device)
        num_predictions = accelerator.reduce(own, "sum").item()
    for share in shares:
        with accelerator.accumulate(objective):
            with unchecked(), seeded(share.dropout_seed, device):
                loss, scores = objective(
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
        total += scores
    return accelerator.reduce(total, "sum").tolist()


def _num_shares(accelerator) -> int:
    return accelerator.num_processes * accelerator.gradient_accumulation_steps


def _own_shares(accelerator) -> range:
    in_turn = accelerator.gradient_accumulation_steps
    return range(_num_shares(accelerator))[accelerator.process_index * in_turn :][:in_turn]


def _check(model, data, batch_size, num_shares):
    if len(data) < batch_size:
        raise ValueError(f"data: expected at least one batch of {batch_size} rows, got {len(data)}")
    length = data.select(torch.tensor([0])).tokens.shape[1]
    if length > model.config.max_len:
        raise ValueError(
            f"data: expected at most max_len = {model.config.max_len} positions, "
            f"got {length}; pack shorter texts or build a longer model"
        )
    if batch_size % num_shares:
        raise ValueError(
            f"train_batch_size: expected a multiple of {num_shares} (processes times gradient "
            f"accumulation steps), got {batch_size}"
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
