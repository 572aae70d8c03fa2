"""Pretraining: both tasks' loss as an objective for the training loop."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, cast

import torch
from torch import Tensor, nn

from bert_core.losses import score
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel
from bert_lab.training_loop.batches import Pairs, check_length, read_share
from bert_lab.training_loop.linear_loss import fast_mlm_sums
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import Checkpoints
from bert_lab.training_loop.steps import Objective, Steps, take_steps

if TYPE_CHECKING:
    from accelerate import Accelerator


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
    masked_lm_prob: float | None = 0.15,
    next_sentence: bool = True,
    checkpoints: Checkpoints | None = None,
    accelerator: "Accelerator | None" = None,
) -> Steps:
    """Train `model` in place; each `next()` runs one step and returns its `Record`.

    What `bert_core.pretraining.pretrain` does, with several machines, stopping and speed.

    Args:
        model: on the device to train on; an accelerator that you give may move it to its own.
        data: pairs, in memory or on disk, the same in every process; their order is drawn anew
            each epoch.
        generator: all randomness (CPU): one seed is drawn from it at once, and from that seed and
            the step follow order, masks and dropout.
        num_train_steps, train_batch_size, learning_rate, num_warmup_steps: `TrainingOptions`.
        targets: from a batch of tokens to `MaskedTokens`; by default `mask_tokens`.
        masked_lm_prob: the `rate` of `mask_tokens`; None masks by `mask_any_share`.
        next_sentence: False leaves the NSP loss out, and the pooler and NSP head as they are.
        checkpoints: where to keep the training state, and to go on from it.
        accelerator: says how many processes, how many parts of a batch in turn (gradient
            accumulation), which precision; by default a plain one.

    Returns:
        An iterator; a record's losses and accuracies are means over the whole batch.

    Raises:
        ValueError: at once, for options out of their range, fewer pairs than one batch takes, or
            longer ones than the model; if a batch cannot be shared out evenly; if no training
            state found can be used.

    Each process, and each part in turn, reads and masks its own rows of a batch; losses are
    divided by the whole batch's numbers of predictions and pairs. So sharing a batch out changes
    no mean and, but for the random draws of masks and dropout, no step; processes and parts in
    turn come to the same even there.
    Source: Devlin et al. 2019, appendix A.2. Deviations: fresh masks in every epoch, gradients
    clipped at norm 1 as in the released code. See `ch-pretraining`.
    """
    options = TrainingOptions(num_train_steps, train_batch_size, learning_rate, num_warmup_steps)
    check_length(data, model.config.max_len)
    masking = {"masked_lm_prob": masked_lm_prob, "targets": getattr(targets, "__name__", None)}
    return take_steps(
        PretrainingObjective(model, next_sentence),
        partial(read_share, data, targets, model.config.vocab_size, rate=masked_lm_prob),
        data,
        options,
        int(torch.randint(2**62, (), generator=generator)),
        trained=model if next_sentence else nn.ModuleList([model.encoder, model.mlm]),
        choices={"config": asdict(model.config), "next_sentence": next_sentence} | masking,
        checkpoints=checkpoints,
        accelerator=accelerator,
    )


class PretrainingObjective(Objective):
    """Both tasks' losses, or the MLM loss alone."""

    def __init__(self, model: BERTModel, next_sentence: bool = True):
        super().__init__(model)
        self.next_sentence = next_sentence

    def count(self, *batch: Tensor) -> tuple[int, ...]:
        """Numbers of masked words and of pairs."""
        return count_predictions(*batch)

    def forward(self, *batch: Tensor, counts: tuple[int, ...]) -> tuple[Tensor, ...]:
        """The loss () and the `Scores`, () each."""
        num_predictions, num_pairs = counts
        inputs, positions, weights, labels, segments, valid_lens, is_next = batch
        scores = score(
            cast(BERTModel, self.model),
            MaskedTokens(inputs, positions, weights, labels),
            segments,
            valid_lens,
            is_next,
            num_predictions=num_predictions,
            num_pairs=num_pairs,
            mlm_sums=fast_mlm_sums,
        )
        # times zero, not left out: data parallelism waits for a gradient of every parameter
        return scores.mlm_loss + scores.nsp_loss * self.next_sentence, *scores


def count_predictions(*batch: Tensor) -> tuple[int, ...]:
    """Numbers of masked words and of pairs in a share of `read_share`."""
    _, _, weights, *_ = batch
    return int(weights.sum()), len(weights)
