"""Stage 9: a training step, and its loop."""

import torch
from torch import nn
from torch.nn import functional as F

from bert_lab.workshop.solutions.words import masked_word_loss


def learning_rate(step, num_steps, peak):
    """The rate of a step, 0 to num_steps - 1: up in a line, then down in one.

    The first w = num_steps // 10 steps warm up: step s has peak (s + 1) / w.
    Then it falls to zero: step s has
    peak (num_steps - s) / (num_steps - w). No rate is rounded.

    >>> steps = 0, 1, 2, 11, 19
    >>> [round(learning_rate(s, num_steps=20, peak=1.0), 3) for s in steps]
    [0.5, 1.0, 1.0, 0.5, 0.056]
    """
    warmup = num_steps // 10
    if step < warmup:
        return peak * (step + 1) / warmup
    return peak * (num_steps - step) / (num_steps - warmup)


def training_step(model, optimizer, batch):
    """One step down: both losses, their gradient, its clipping, the update.

    model: called as a BERT is. batch: has inputs and segments (B, T),
    valid_lens (B,), positions, weights and labels (B, P) and is_next (B,),
    such as batch.inputs.
    The loss is the masked words' loss plus the mean cross-entropy of
    is_next. Its gradient, to which nothing from before is added, is clipped
    at norm 1, all parameters together. The model is in training mode.
    Returns the loss before the update, a plain float.
    """
    model.train()
    words, is_next = model(
        batch.inputs, batch.segments, batch.valid_lens, batch.positions
    )
    loss = masked_word_loss(words, batch.labels, batch.weights)
    loss = loss + F.cross_entropy(is_next, batch.is_next)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return loss.item()


def train(model, batches, num_steps, peak):
    """num_steps training steps with AdamW, each with its batch and its rate.

    batches: something that can be looped over, perhaps without end. No more
    are taken than there are steps. Each call has an optimiser of its own,
    torch.optim.AdamW on all parameters. Matrices and tables have its weight
    decay as it comes, 0.01; biases and the weights of norms, which have one
    axis alone, have none. Everything else but the rate is as it comes.
    Returns the losses, a list of floats.
    """
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() > 1]},
        {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=peak)
    losses = []
    for step, batch in zip(range(num_steps), batches, strict=False):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(step, num_steps, peak)
        losses.append(training_step(model, optimizer, batch))
    return losses
