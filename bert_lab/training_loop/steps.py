"""The training loop on Accelerate, for any objective, in one process or many."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor, nn

from bert_core.pretraining import Record, make_optimizer
from bert_core.validation import unchecked
from bert_lab.training_loop.batches import MicroBatch, Rows, batches, seeded
from bert_lab.training_loop.checks import check_numbers, check_shares, num_shares
from bert_lab.training_loop.dropout import fast_dropout
from bert_lab.training_loop.identity import Facts, identify
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import Checkpoints, restore

if TYPE_CHECKING:
    from accelerate import Accelerator

ReadShare = Callable[[Tensor, tuple[int, int, int]], MicroBatch]


class Objective(nn.Module):
    """Model and loss as one module, because data parallelism wraps what is called.

    Called with a share's tensors and the `counts` of the whole batch; returns the share's part of
    the loss () and of the scores that a `Record` has beside it, () each: sums over the share
    divided by the batch's counts. So the parts add up to the batch's means, however many there are.

    `divisible` says whether they can: False for a loss that compares the rows of a batch.
    """

    divisible: ClassVar[bool] = True

    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model

    def count(self, *batch: Tensor) -> tuple[int, ...]:
        """A share's part of the divisors of its sums; rows by default."""
        return (len(batch[0]),)


class Steps(Iterator[Record]):
    """An iterator of training: each `next()` runs one step and returns its record.

    `run` is the training's `identify`; `start` the number of its first step to come. Set to True,
    `stopped` makes the next call store the state and raise KeyboardInterrupt, which says where the
    same training goes on: after the last of the steps that are `stored`.
    """

    def __init__(self, records: Callable[["Steps"], Iterator[Record]], run: Facts, start: int):
        self.run, self.start, self.stored, self.stopped = run, start, start, False
        self._records = records(self)

    def __next__(self) -> Record:
        try:
            return next(self._records)
        except KeyboardInterrupt:
            where = f"after step {self.stored}" if self.stored else "from its first step"
            raise KeyboardInterrupt(where) from None


def take_steps(
    objective: Objective,
    read: ReadShare,
    data: Rows,
    options: TrainingOptions,
    seed: int,
    *,
    trained: nn.Module | None = None,
    choices: dict[str, Any] | None = None,
    checkpoints: Checkpoints | None = None,
    accelerator: "Accelerator | None" = None,
) -> Steps:
    """Train in place, one step at a time; every mistake is found before the first step.

    Args:
        objective: what is trained, and what its training lowers.
        read: from rows (n,) and seed, step and place in the batch to a `MicroBatch`.
        data: the rows.
        options: how long and how fast.
        seed: of order, masks and dropout.
        trained: what the optimiser moves, by default all of the model.
        choices: as of `identify`.
        checkpoints, accelerator: as of `bert_lab.pretraining.pretrain`.

    Returns:
        An iterator over the records; where it is not asked any more, training stops. It raises
        FloatingPointError at a loss, a gradient or a state that is not finite.

    Raises:
        ValueError: if there are fewer rows than one batch takes, if a batch cannot be shared out
            evenly or at all, if the training state found can't be used.
    """
    if accelerator is None:
        from accelerate import Accelerator

        accelerator = Accelerator(device_placement=False)  # the model stays where it is
    model = objective.model
    check_shares(len(data), options.train_batch_size, accelerator, objective.divisible)
    run = identify(model, data, options, seed, choices or {})
    start, tensors = (0, {}) if checkpoints is None else checkpoints.newest(run)
    rates = options.learning_rate, options.num_train_steps, options.warmup_steps
    optimizer, schedule = make_optimizer(trained or model, *rates, start)
    wrapped, optimizer = accelerator.prepare(objective, optimizer)
    restore(model, optimizer, tensors)

    def records(steps: Steps) -> Iterator[Record]:
        todo = range(start, options.num_train_steps)
        for step, rows in batches(len(data), options.train_batch_size, todo, seed):
            parts = rows.chunk(num_shares(accelerator))
            shares = [read(parts[i], (seed, step, i)) for i in _own_shares(accelerator)]
            wrapped.train()
            counts = _counts(accelerator, objective, shares)
            norm, *scores = _update(accelerator, wrapped, optimizer, shares, counts)
            check_numbers(step, {"a loss": scores[0], "gradients of a norm": norm})
            rate = float(schedule.get_last_lr()[0])
            schedule.step()
            yield Record(step, rate, *scores)
            done = step + 1
            last = done == options.num_train_steps
            if last or steps.stopped or (checkpoints and checkpoints.due(done)):
                size = sum(float(p.detach().abs().amax()) for p in model.parameters())
                check_numbers(step, {"weights of a size": size})
                if checkpoints and accelerator.is_main_process:  # the last, should its end fail
                    checkpoints.save(done, model, optimizer, run)
                steps.stored = done if checkpoints else 0
            if steps.stopped:
                raise KeyboardInterrupt

    return Steps(records, run, start)


def _counts(accelerator, objective, shares) -> tuple[int, ...]:
    """The objective's counts over the whole batch, at least 1, so that a mean of nothing is 0."""
    counts = torch.tensor([objective.count(*share.tensors) for share in shares]).sum(dim=0)
    if accelerator.num_processes > 1:  # else asking a GPU for it would make it wait
        device = next(objective.parameters()).device
        counts = accelerator.reduce(counts.to(device), "sum")
    return tuple(max(1, count) for count in counts.tolist())


def _update(accelerator, objective, optimizer, shares, counts) -> list[float]:
    """One step on this process's shares; returns gradient norm before clipping, loss and scores."""
    device, total, norm = next(objective.parameters()).device, 0, None
    for share in shares:
        with accelerator.accumulate(objective):
            with unchecked(), seeded(share.seed, device), fast_dropout(objective):
                batch = (x.to(device) for x in share.tensors)
                loss, *scores = objective(*batch, counts=counts)
            # Accelerate takes means over processes and over parts in turn: make them sums.
            accelerator.backward(loss * num_shares(accelerator))
            if accelerator.sync_gradients:
                norm = accelerator.clip_grad_norm_(objective.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
        total += torch.stack([x.detach() for x in (loss, *scores)])
    total = accelerator.reduce(total, "sum")
    return torch.cat([total.new_tensor([0.0]) if norm is None else norm.view(1), total]).tolist()


def _own_shares(accelerator) -> range:
    in_turn = accelerator.gradient_accumulation_steps
    return range(num_shares(accelerator))[accelerator.process_index * in_turn :][:in_turn]
