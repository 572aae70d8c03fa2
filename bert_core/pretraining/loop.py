"""The training loop on Accelerate: one process or many, records out, nothing printed."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor, nn

from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel
from bert_core.pairs import Pairs
from bert_core.pretraining.batches import batches, read_share, seeded
from bert_core.pretraining.optimisation import make_optimizer
from bert_core.pretraining.scores import score
from bert_core.pretraining.state import Checkpoints, fingerprint, restore
from bert_core.validation import unchecked

if TYPE_CHECKING:
    from accelerate import Accelerator


class Record(NamedTuple):
    """One training step, as plain numbers: `Scores` of its batch, before the update."""

    step: int
    learning_rate: float
    mlm_loss: float
    nsp_loss: float
    mlm_accuracy: float
    nsp_accuracy: float


def pretrain(
    model: BERTModel,
    data: Pairs,
    *,
    generator: torch.Generator,
    num_train_steps: int,
    train_batch_size: int = 128,
    learning_rate: float = 3e-3,
    num_warmup_steps: int | None = None,
    targets: Callable[[Tensor], MaskedTokens] | None = None,
    next_sentence: bool = True,
    checkpoints: Checkpoints | None = None,
    accelerator: "Accelerator | None" = None,
) -> Iterator[Record]:
    """Train `model` in place, one `Record` a step; nothing happens before the first is asked for.

    Args:
        model: on the device to train on; an accelerator that you give may move it to its own.
        data: pairs, in memory or on disk, the same in every process; their order is drawn anew
            each epoch.
        generator: all randomness (CPU): one seed is drawn from it, and from that seed and the step
            follow order, masks and dropout.
        num_train_steps, train_batch_size, learning_rate: at least 1; pairs in a step over all
            processes and accumulation; the peak rate.
        num_warmup_steps: a tenth of the steps by default.
        targets: from a batch of tokens to `MaskedTokens`; by default `mask_tokens`.
        next_sentence: False leaves the NSP loss out, and the pooler and NSP head as they are.
        checkpoints: where to keep training states, and to go on from the newest. On one process
            on a CPU, with `targets` that depend on the tokens alone, an interrupted run ends with
            the very weights of an uninterrupted one.
        accelerator: says how many processes, how many parts of a batch in turn (gradient
            accumulation), which precision; by default a plain one.

    Returns:
        An iterator; a record's losses and accuracies are means over the whole batch.

    Raises:
        ValueError: if there are fewer pairs than one batch takes, or longer ones than the model;
            if a batch cannot be shared out evenly; if no training state found can be used.

    Each process, and each part in turn, reads and masks its own rows of a batch; losses are
    divided by the whole batch's numbers of predictions and pairs. So sharing a batch out changes
    no mean and, but for the random draws of masks and dropout, no step; processes and parts in
    turn come to the same even there.
    Source: Devlin et al. 2019, appendix A.2. Deviations: fresh masks in every epoch, gradients
    clipped at norm 1 as in the released code. Chapter 6.
    """
    if accelerator is None:
        from accelerate import Accelerator

        accelerator = Accelerator(device_placement=False)  # the model stays where it is
    _check(model, data, train_batch_size, _num_shares(accelerator))
    num_warmup_steps = num_train_steps // 10 if num_warmup_steps is None else num_warmup_steps
    seed = torch.randint(2**62, (), generator=generator).item()
    run = {
        "config": asdict(model.config),
        "learning_rate": learning_rate,
        "next_sentence": next_sentence,
        "num_train_steps": num_train_steps,
        "num_warmup_steps": num_warmup_steps,
        "pairs": fingerprint(data),
        "seed": seed,
        "train_batch_size": train_batch_size,
    }
    start, tensors = (0, {}) if checkpoints is None else checkpoints.newest(run)
    _check_agreement(accelerator, run | {"start": start})
    optimizer, schedule = make_optimizer(
        model if next_sentence else nn.ModuleList([model.encoder, model.mlm]),
        learning_rate,
        num_train_steps,
        num_warmup_steps,
        start,
    )
    objective, optimizer = accelerator.prepare(_Objective(model, next_sentence), optimizer)
    restore(model, optimizer, tensors)
    for step, rows in batches(len(data), train_batch_size, range(start, num_train_steps), seed):
        parts = rows.chunk(_num_shares(accelerator))
        shares = [
            read_share(data, parts[i], targets, model.config.vocab_size, (seed, step, i))
            for i in _own_shares(accelerator)
        ]
        model.train()
        scores = _update(accelerator, objective, optimizer, shares, len(rows))
        record = Record(step, schedule.get_last_lr()[0], *scores)
        schedule.step()
        yield record
        if checkpoints and (step + 1) % checkpoints.every == 0 and accelerator.is_main_process:
            checkpoints.save(step + 1, model, optimizer, run)


class _Objective(nn.Module):
    """Model and loss as one module, because data parallelism wraps what is called."""

    def __init__(self, model: BERTModel, next_sentence: bool):
        super().__init__()
        self.model, self.next_sentence = model, next_sentence

    def forward(self, *batch, num_predictions: int, num_pairs: int) -> tuple[Tensor, Tensor]:
        """The loss () and the `Scores` as one tensor (4,)."""
        masked, others = MaskedTokens(*batch[:4]), batch[4:]
        scores = score(
            self.model, masked, *others, num_predictions=num_predictions, num_pairs=num_pairs
        )
        # times zero, not left out: data parallelism waits for a gradient of every parameter
        loss = scores.mlm_loss + scores.nsp_loss * self.next_sentence
        return loss, torch.stack([x.detach() for x in scores])


def _update(accelerator, objective, optimizer, shares, num_pairs) -> list[float]:
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
                    num_pairs=num_pairs,
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
        raise ValueError(
            f"data: expected at least one batch of {batch_size} pairs, got {len(data)}"
        )
    length = data.select(torch.tensor([0])).tokens.shape[1]
    if length > model.config.max_len:
        raise ValueError(
            f"data: expected at most max_len = {model.config.max_len} positions, "
            f"got {length}; pack shorter pairs or build a longer model"
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
