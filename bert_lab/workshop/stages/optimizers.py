"""Stage 9's optimisers: the right ones, and those of known mistakes."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

PEAK = 0.1  # of the learning rate


def sgd(model: nn.Module) -> torch.optim.Optimizer:
    """In two groups, as `train` has them."""
    many = [parameter for parameter in model.parameters() if parameter.dim() > 1]
    ones = [parameter for parameter in model.parameters() if parameter.dim() < 2]
    return torch.optim.SGD([{"params": many}, {"params": ones}], lr=1.0, momentum=0.9)


# How much a parameter decays, as it should and as known mistakes have it.
DECAYS: dict[str, Callable[[str, Tensor], float]] = {
    "": lambda _, p: 0.01 if p.dim() > 1 else 0.0,
    "all-decay": lambda name, p: 0.01,
    "adam": lambda name, p: 0.0,
    "decay-swapped": lambda _, p: 0.01 if p.dim() < 2 else 0.0,
    "decay-too-strong": lambda _, p: 0.1 if p.dim() > 1 else 0.0,
    "decay-on-all-too-strong": lambda name, p: 0.1,
    "norms-decay": lambda name, _: 0.0 if "bias" in name else 0.01,
    "tables-spared": lambda name, p: 0.01 if p.dim() > 1 and name not in TABLES else 0.0,
}
TABLES = {"token.weight", "segment.weight"}


def optimizer_of(model: nn.Module, flaw: str) -> torch.optim.Optimizer:
    """The optimiser of `train`, or one with a flaw."""
    if flaw == "sgd":
        return torch.optim.SGD(model.parameters(), lr=PEAK)
    groups: dict[float, list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        decay = DECAYS.get(flaw, DECAYS[""])(name, parameter)
        groups.setdefault(decay, []).append(parameter)
    kind = torch.optim.Adam if flaw == "adam-l2" else torch.optim.AdamW
    betas = (0.9, 0.98) if flaw == "other-betas" else (0.9, 0.999)
    parts = [{"params": some, "weight_decay": decay} for decay, some in groups.items()]
    return kind(parts, lr=PEAK, betas=betas)
