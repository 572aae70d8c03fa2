"""What the stages share: parts of `bert_core` with weights drawn at random, and the reader's."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_lab.workshop.compare import Suspects, compare
from bert_lab.workshop.findings import Wrong
from bert_lab.workshop.trial import Trial
from bert_lab.workshop.weights import fill

VECTORS = ("sequence", "position", "number")
ORIGINAL = {"activation": "gelu", "norm_eps": 1e-12}


def numbers(*shape: int, seed: int = 0, scale: float = 1.0) -> Tensor:
    """Normal random numbers, the same at every call."""
    return scale * torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def drawn(core: nn.Module, scale: float = 0.5) -> nn.Module:
    """A part of `bert_core` in evaluation mode, all weights drawn anew, those of norms around 1."""
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for parameter in core.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * scale)
        for module in core.modules():
            if isinstance(module, nn.LayerNorm):
                module.weight.add_(1)
    return core.eval()


def with_eps(norm: Any, X: Tensor, eps: float) -> Tensor:
    """X through a layer norm with another epsilon."""
    return F.layer_norm(X, norm.normalized_shape, norm.weight, norm.bias, eps)


def filled(trial: Trial, core: nn.Module, *sizes: Any) -> nn.Module:
    """An object of the reader's class, in evaluation mode, with the weights of `core`."""
    built = trial.build(*sizes)
    fill(built, core, trial.name)
    return built


def call_still(trial: Trial, built: nn.Module, *args: Any) -> Any:
    """What it gives in evaluation mode; there nothing may be left to chance."""
    try:
        return trial.call(*args, on=built)
    except Wrong as wrong:
        if wrong.key == "global-random":
            raise Wrong("dropout-in-eval") from None
        raise


def check_dropped(
    trial: Trial, built: nn.Module, args: tuple[Any, ...], expected: Tensor, suspects: Suspects
) -> None:
    """Compare what is left in training mode if dropout drops everything: `built` with 1.0."""
    found = trial.call(*args, on=built.train(), dice=True)
    compare(found, expected, VECTORS, suspects, what="the output in training")


def check_gradients(trial: Trial, built: nn.Module, *args: Any) -> None:
    """Every weight that takes part has to get a gradient."""
    result = trial.call(*args, on=built.eval())
    if not result.requires_grad:
        raise Wrong("no-gradient")
    built.zero_grad()
    result.square().sum().backward()
    for path, parameter in built.named_parameters():
        if parameter.grad is None:
            raise Wrong("part-unlearned", part=path)
