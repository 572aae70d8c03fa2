"""The training loop: records out, nothing printed."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import torch
from torch import Tensor, nn

from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_core.pretraining.scores import crop, score
from bert_core.validation import unchecked


class Record(NamedTuple):
    """One training step, as plain numbers: `Scores` of its batch, before the update."""

    step: int
    learning_rate: float
    mlm_loss: float
    nsp_loss: float
    mlm_accuracy: float
    nsp_accuracy: float


def make_optimizer(
    model: nn.Module, learning_rate: float, num_train_steps: int, num_warmup_steps: int
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    """AdamW without decay on norms and biases; warm-up, then linear decay to zero.

    Source: `optimization.py` in google-research/bert (weight decay 0.01, betas 0.9 and 0.999).
    Deviations: PyTorch's AdamW corrects the bias of its moments, its epsilon is 1e-8 (there 1e-6);
    the decay sets in after the warm-up, there it runs from step 0 and the warm-up hides its
    beginning; the warm-up starts above zero.
    """
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() >= 2], "weight_decay": 0.01},
        {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=learning_rate)

    def factor(step):
        warmup = (step + 1) / max(1, num_warmup_steps)
        decay = (num_train_steps - step) / max(1, num_train_steps - num_warmup_steps)
        return max(0.0, min(warmup, decay))

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


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
    next_sentence: bool = True,
) -> Iterator[Record]:
    """Train `model` in place, one `Record` a step; nothing happens before the first is asked for.

    Args:
        model: on the device to train on.
        data: pairs (`pack_pairs`); their order is drawn anew each epoch.
        generator: all randomness (CPU): order, masks, dropout.
        num_train_steps, train_batch_size, learning_rate: at least 1; the peak rate.
        num_warmup_steps: a tenth of the steps by default.
        targets: from a batch of tokens to `MaskedTokens`; by default `mask_tokens`.
        next_sentence: False leaves the NSP loss out.

    Raises ValueError if there are fewer pairs than one batch takes, or longer ones than the model.
    Source: Devlin et al. 2019, appendix A.2. Deviations: fresh masks in every epoch, gradients
    clipped at norm 1 as in the released code. Chapter 6.
    """
    if len(data.tokens) < train_batch_size:
        raise ValueError(
            f"data: expected at least one batch of {train_batch_size} pairs, got {len(data.tokens)}"
        )
    if data.tokens.shape[1] > model.config.max_len:
        raise ValueError(
            f"data: expected at most max_len = {model.config.max_len} positions, "
            f"got {data.tokens.shape[1]}; pack shorter pairs or build a longer model"
        )
    if targets is None:
        vocab_size = model.config.vocab_size

        def targets(tokens):
            return mask_tokens(tokens, vocab_size, generator=generator)

    device = next(model.parameters()).device
    num_warmup_steps = num_train_steps // 10 if num_warmup_steps is None else num_warmup_steps
    optimizer, schedule = make_optimizer(model, learning_rate, num_train_steps, num_warmup_steps)
    for step, batch in enumerate(_batches(data, train_batch_size, num_train_steps, generator)):
        with unchecked():
            masked = MaskedTokens(*(x.to(device) for x in targets(batch.tokens)))
        others = (batch.segments, batch.valid_lens, batch.is_next)
        model.train()
        # Dropout knows only PyTorch's default generator: seed that one, for this step alone.
        with unchecked(), torch.random.fork_rng():
            torch.manual_seed(torch.randint(2**62, (), generator=generator).item())
            scores = score(model, masked, *(x.to(device) for x in others))
        loss = scores.mlm_loss + scores.nsp_loss if next_sentence else scores.mlm_loss
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        learning_rate = schedule.get_last_lr()[0]
        optimizer.step()
        schedule.step()
        yield Record(step, learning_rate, *(x.item() for x in scores))


def _batches(data, batch_size, num_steps, generator):
    """`num_steps` batches, each pair once an epoch, an epoch's incomplete last batch left out."""
    per_epoch = len(data.tokens) // batch_size
    for step in range(num_steps):
        if step % per_epoch == 0:
            order = torch.randperm(len(data.tokens), generator=generator)
        chosen = order[step % per_epoch * batch_size :][:batch_size]
        yield crop(PairData(*(x[chosen] for x in data[:4]), 0))
