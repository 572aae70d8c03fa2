"""A plain pretraining loop: batches, optimiser, steps (`ch-pretraining`).

A test holds the engine in `bert_lab` equal to this loop, step by step: the engine adds several
machines, half precision, stopping and going on, and speed, and nothing to what is learned.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import torch
from torch import nn

from bert_core.losses import score
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData


class Record(NamedTuple):
    """One training step as plain numbers: means over its batch, before the update.

    `loss` is what was lowered; the others are `Scores` of pretraining, None in other training.
    """

    step: int
    learning_rate: float
    loss: float
    mlm_loss: float | None = None
    nsp_loss: float | None = None
    mlm_accuracy: float | None = None
    nsp_accuracy: float | None = None


def draw_batches(
    data: PairData, batch_size: int, vocab_size: int, generator: torch.Generator
) -> Iterator[tuple[PairData, MaskedTokens]]:
    """Endless batches: each epoch visits all pairs in a new order, with new masks.

    Args:
        data: the pairs; an epoch's incomplete last batch is left out.
        batch_size: pairs in a batch, from 1 to `len(data)`.
        vocab_size: V.
        generator: all randomness (CPU).

    Returns:
        An iterator over the pairs of a batch, cropped, and what is asked of them.

    Raises:
        ValueError: if the batch size is below 1 or there are fewer pairs than a batch takes.

    See `ch-pretraining`.
    """
    if not 1 <= batch_size <= len(data):
        raise ValueError(f"batch_size: expected 1 to {len(data)} pairs, got {batch_size}")

    def endless():
        while True:
            order = torch.randperm(len(data), generator=generator)
            for rows in order[: len(data) // batch_size * batch_size].split(batch_size):
                batch = data.select(rows).crop()
                yield batch, mask_tokens(batch.tokens, vocab_size, generator=generator)

    return endless()


def make_optimizer(
    model: nn.Module,
    learning_rate: float,
    num_train_steps: int,
    num_warmup_steps: int,
    step: int = 0,
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """AdamW without decay on norms and biases; warm-up, then linear decay to zero.

    Args:
        model: whose parameters are trained.
        learning_rate: at its peak.
        num_train_steps, num_warmup_steps: in all, and among them.
        step: the first one to come; above 0 where a run goes on.

    Source: `optimization.py` in google-research/bert (weight decay 0.01, betas 0.9 and 0.999).
    Deviations: PyTorch's AdamW corrects the bias of its moments, its epsilon is 1e-8 (there 1e-6);
    the decay sets in after the warm-up, there it runs from step 0 and the warm-up hides its
    beginning; the warm-up starts above zero. See `ch-pretraining`.
    """
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() >= 2], "weight_decay": 0.01},
        {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0.0},
    ]
    for group in groups:
        group["initial_lr"] = learning_rate
    # fused: one pass over the memory of all parameters and moments instead of a dozen
    optimizer = torch.optim.AdamW(groups, lr=learning_rate, fused=True)

    def factor(step):
        warmup = (step + 1) / max(1, num_warmup_steps)
        decay = (num_train_steps - step) / max(1, num_train_steps - num_warmup_steps)
        return max(0.0, min(warmup, decay))

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, factor, last_epoch=step - 1)


def pretrain(
    model: BERTModel,
    batches: Iterable[tuple[PairData, MaskedTokens]],
    *,
    num_train_steps: int,
    learning_rate: float = 3e-3,
    num_warmup_steps: int | None = None,
) -> Iterator[Record]:
    """Train `model` in place on `batches`, one `Record` a step.

    Args:
        model: left in training mode.
        batches: what `draw_batches` yields, on the model's device.
        num_train_steps: at most as many as there are batches.
        learning_rate: at its peak.
        num_warmup_steps: a tenth of the steps by default.

    Source: Devlin et al. 2019, appendix A.2. Deviations: fresh masks in every epoch; gradients are
    clipped at norm 1, as in the released code. See `ch-pretraining`.
    """
    if num_warmup_steps is None:
        num_warmup_steps = num_train_steps // 10
    optimizer, schedule = make_optimizer(model, learning_rate, num_train_steps, num_warmup_steps)
    model.train()
    for step, (batch, masked) in enumerate(islice(batches, num_train_steps)):
        scores = score(model, masked, batch.segments, batch.valid_lens, batch.is_next)
        loss = scores.mlm_loss + scores.nsp_loss
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        rate = float(schedule.get_last_lr()[0])
        schedule.step()
        yield Record(step, rate, loss.item(), *(x.item() for x in scores))
