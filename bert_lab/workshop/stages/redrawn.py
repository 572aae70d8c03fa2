"""Whether the backward pass sees the same dropout mask as the forward pass."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.gradients import gradients_of, total_of
from bert_lab.workshop.submission import Trial

SEED, STEP, CLOSE = 5, 1e-2, 0.05


def check_redrawn(trial: Trial, built: nn.Module, *args: Tensor) -> None:
    """Raise `Wrong` if in training the gradient isn't the slope of what was returned.

    Each call begins with the same seed, so what is dropped stays the same from call to call, and
    a small step along the gradient shows the slope.

    Args:
        trial: under which `built` is called.
        built: the reader's object, with a dropout.
        args: of it.
    """
    parameters: list[Tensor] = list(built.train().parameters())

    def call(backward: Callable[[Any], Any]) -> Any:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(SEED)
            return trial.learn(args, built, backward)

    def total(outputs: Any) -> float:
        return float(total_of(outputs).detach())

    first, found = call(lambda outputs: (total(outputs), gradients_of(outputs, parameters)))
    if call(total) != first:
        return  # it draws from a generator of its own
    gradients = [torch.zeros(()) if one is None else one for one in found]
    length = float(torch.cat([one.flatten() for one in gradients]).norm())

    def moved(by: float) -> float:
        with torch.no_grad():
            for parameter, gradient in zip(parameters, gradients, strict=True):
                parameter.add_(by / length * gradient)
        return call(total)

    slope = (moved(STEP) - moved(-2 * STEP)) / (2 * STEP)
    if abs(slope - length) > CLOSE * length:
        raise Wrong("redrawn")
