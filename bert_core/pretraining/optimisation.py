"""The optimiser and its schedule."""

import torch
from torch import nn


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
    beginning; the warm-up starts above zero.
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
