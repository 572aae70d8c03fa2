"""What the stages share: random parts of `bert_core`, and looks at cases, gradients and dropout."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from bert_core import MultiHeadAttention
from bert_lab.workshop.compare import Look, case
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.submission import Trial, guarded
from bert_lab.workshop.weights import corresponding, fill

VECTORS = ("sequence", "position", "number")
ORIGINAL = {"activation": "gelu", "norm_eps": 1e-12}
Case = tuple[str, tuple[Any, ...]]  # what is special about the arguments, and the arguments

RATE, DEFAULT = 0.3, 0.1  # of dropout: what the reader's object is built with, and what it isn't
ROWS = 40_000  # so many that means and spreads are known to 0.01
# Gradients: of the largest number in the same one, and of the largest in all of them.
RELATIVE, OF_ALL = 1e-3, 2e-5


def randn(*shape: int, seed: int = 0, scale: float = 1.0) -> Tensor:
    """Normal random numbers, the same at every call."""
    return scale * torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def randint(high: int, *shape: int, seed: int = 0) -> Tensor:
    """Random integers from 0 to high - 1, the same at every call."""
    return torch.randint(high, shape, generator=torch.Generator().manual_seed(seed))


def strided(X: Tensor) -> Tensor:
    """The same tensor, non-contiguous in memory."""
    return X.repeat_interleave(2, dim=-1)[..., ::2]


def randomised(core: nn.Module, scale: float = 0.5) -> Any:
    """A part of `bert_core` in evaluation mode, all weights drawn anew, those of norms around 1.

    Its attention weights are never dropped, which the stages leave out.
    """
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for parameter in core.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * scale)
    for module in core.modules():
        if isinstance(module, nn.LayerNorm):
            module.weight.data.add_(1)
        if isinstance(module, MultiHeadAttention):
            module.dropout = 0.0
    return core.eval()


def case_looks(
    trial: Trial,
    thing: Any,
    right: Callable[..., Any],
    cases: list[Case],
    what: str = "the output",
    axes: tuple[str, ...] = VECTORS,
) -> Iterator[Look]:
    """A look at what `thing` gives for each of these arguments."""
    for name, args in cases:
        with case(name):
            found = trial.call(*args, on=thing)
        yield Look(what, found, right(*args), axes, name)


def training_looks(
    trial: Trial,
    core: nn.Module,
    built: nn.Module,
    right: Callable[..., Any],
    args: tuple[Any, ...],
    what: str = "the output",
    axes: tuple[str, ...] = VECTORS,
) -> Iterator[Look]:
    """Looks at an object without dropout in training mode: its numbers, and its gradients."""
    pairs = parameters_of(trial, built, core)
    with case("training mode"):
        found = trial.call(*args, on=built.train(), dice=True)
    yield Look(what, found, right(*args), axes, "training mode")
    check_gradients(trial, built, right, args, pairs)


def parameters_of(
    trial: Trial, built: nn.Module, core: nn.Module
) -> dict[str, tuple[Tensor, Tensor]]:
    """By name, each parameter of the reader's object, which gets the numbers of `core`'s."""
    mine, theirs = fill(built, core, trial.name), corresponding(core, trial.name)
    return {name: (mine[name], theirs[name]) for name in mine}


def dropout_look(
    trial: Trial, core: Callable[..., Any], built: nn.Module, args: tuple[Any, ...], **more: Any
) -> Look:
    """A look at the means and the spreads of many equal rows in training, each dropped from.

    Nobody need draw as `bert_core` does: on average it is the same.

    Args:
        trial: under which `built` is called.
        core, built: what `bert_core`'s and the reader's object give, both with a dropout.
        args: tensors of one row each, (1, ...).
    """
    many = [one.expand(ROWS, *one.shape[1:]).clone() for one in args]
    stats = []
    with torch.random.fork_rng(devices=[]):
        for call in (lambda *args: trial.call(*args, on=built, dice=True), core):
            torch.manual_seed(0)
            given = call(*many)
            several = given if isinstance(given, tuple) else (given,)
            outputs = torch.cat([one.detach().flatten(1) for one in several], dim=1)
            stats.append(torch.stack([outputs.mean(dim=0), outputs.std(dim=0)]))
    return Look("the output in training", *stats, tolerance=0.05, **more)


def check_gradients(
    trial: Trial,
    thing: Any,
    right: Callable[..., Any],
    args: tuple[Any, ...],
    parameters: Mapping[str, tuple[Tensor, Tensor]] | None = None,
) -> None:
    """Raise `Wrong` if a gradient isn't what it should be, though all numbers are.

    Args:
        trial: under which `thing` is called.
        thing: the reader's function or object.
        right: what it should be, with the same numbers in it.
        args: of both; of tensors of floats the gradient is compared, too.
        parameters: name -> the reader's and the right one.
    """
    named = dict(parameters or {})
    given = tuple(
        one.clone().requires_grad_() if isinstance(one, Tensor) and one.is_floating_point() else one
        for one in args
    )
    inputs = [one for one in given if isinstance(one, Tensor) and one.requires_grad]
    outputs, _ = guarded(lambda: thing(*given), trial.module)
    found = _gradients(outputs, [mine for mine, _ in named.values()] + inputs)
    expected = _gradients(right(*given), [theirs for _, theirs in named.values()] + inputs)
    largest = OF_ALL * max(float(one.abs().max()) for one in expected)
    names = [*named, *[""] * len(inputs)]
    for name, mine, theirs in zip(names, found, expected, strict=True):
        mine = mine.view_as(theirs)
        off = ~((mine - theirs).abs() <= RELATIVE * theirs.abs().max() + largest)
        if not bool(off.any()):
            continue
        if not mine.any():
            raise Wrong("part-unlearned" if name else "input-unlearned", part=name)
        lost = off.flatten(1).any(dim=1) if name and theirs.dim() > 1 else off[:0]
        if 0 < int(lost.sum()) < len(lost) and not mine[lost].any():
            raise Wrong("row-unlearned", part=name, row=int(lost.nonzero()[0]))
        raise Wrong("gradient-differs" if name else "input-gradient", part=name)


def _gradients(outputs: Any, leaves: list[Tensor]) -> list[Tensor]:
    """The gradients of the sum of all outputs, each weighted differently."""
    several = outputs if isinstance(outputs, tuple | list) else (outputs,)
    generator = torch.Generator().manual_seed(3)
    weighted = [(one * torch.randn(one.shape, generator=generator)).sum() for one in several]
    total = torch.stack(weighted).sum()
    if not total.requires_grad:
        raise Wrong("no-gradient")
    found = torch.autograd.grad(total, leaves, allow_unused=True)
    return [
        torch.zeros_like(leaf) if one is None else one
        for leaf, one in zip(leaves, found, strict=True)
    ]
