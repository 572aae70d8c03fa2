"""Pretraining: both tasks' loss as an objective for the training loop."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import cast

import torch
from torch import Tensor, nn

from bert_core.losses import score
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.training_loop.batches import check_length, read_pairs
from bert_lab.training_loop.linear_loss import fast_mlm_sums
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import Checkpoints
from bert_lab.training_loop.steps import Objective, Steps, take_steps


def pretrain(
    model: BERTModel,
    data: PairData,
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
    bf16: bool = False,
) -> Steps:
    """Train `model` in place; each `next()` runs one step and returns its `Record`.

    What `bert_core.pretraining.pretrain` does, with stopping and speed.

    Args:
        model: on the device to train on.
        data: pairs; their order is drawn anew each epoch.
        generator: all randomness (CPU): one seed is drawn from it at once, and from that seed and
            the step follow order, masks and dropout.
        num_train_steps, train_batch_size, learning_rate, num_warmup_steps: `TrainingOptions`.
        targets: from a batch of tokens to `MaskedTokens`; by default `mask_tokens`.
        masked_lm_prob: the `rate` of `mask_tokens`; None masks by `mask_any_share`.
        next_sentence: False leaves the NSP loss out, and the pooler and NSP head as they are.
        checkpoints: where to keep the training state, and to go on from it.
        bf16: whether products are taken in bfloat16; weights and means stay in float32.

    Returns:
        An iterator; a record's losses and accuracies are means over the whole batch.

    Raises:
        ValueError: at once, for options out of their range, fewer pairs than one batch takes, or
            longer ones than the model; if no training state found can be used.

    Source: Devlin et al. 2019, appendix A.2. Deviations: fresh masks in every epoch, gradients
    clipped at norm 1 as in the released code. See `ch-pretraining`.
    """
    options = TrainingOptions(num_train_steps, train_batch_size, learning_rate, num_warmup_steps)
    check_length(data, model.config.max_len)
    masking = {"masked_lm_prob": masked_lm_prob, "targets": getattr(targets, "__name__", None)}
    return take_steps(
        PretrainingObjective(model, next_sentence),
        partial(read_pairs, data, targets, model.config.vocab_size, rate=masked_lm_prob),
        data,
        options,
        int(torch.randint(2**62, (), generator=generator)),
        trained=model if next_sentence else nn.ModuleList([model.encoder, model.mlm]),
        choices={"config": asdict(model.config), "next_sentence": next_sentence} | masking,
        checkpoints=checkpoints,
        bf16=bf16,
    )


class PretrainingObjective(Objective):
    """Both tasks' losses, or the MLM loss alone."""

    def __init__(self, model: BERTModel, next_sentence: bool = True):
        super().__init__(model)
        self.next_sentence = next_sentence

    def forward(self, *batch: Tensor) -> tuple[Tensor, ...]:
        """The loss () and the `Scores`, () each."""
        inputs, positions, weights, labels, segments, valid_lens, is_next = batch
        scores = score(
            cast(BERTModel, self.model),
            MaskedTokens(inputs, positions, weights, labels),
            segments,
            valid_lens,
            is_next,
            num_predictions=max(1, int(weights.sum())),  # of no word the mean is 0
            mlm_sums=fast_mlm_sums,
        )
        loss = scores.mlm_loss + scores.nsp_loss if self.next_sentence else scores.mlm_loss
        return loss, *scores
