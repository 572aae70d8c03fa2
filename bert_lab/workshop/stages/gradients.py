"""Gradients of every parameter and input, compared with the right ones."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import Tensor

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.submission import Trial

# Of the largest number in the same gradient, and of the largest in all of them: what is zero but
# for rounding, such as the gradient of a key's bias, has nothing of its own to be measured by.
RELATIVE, OF_ALL = 1e-3, 2e-5
Gradients = list[Tensor | None]


def gradients_of(outputs: Any, leaves: list[Tensor]) -> Gradients:
    """The gradients of `total_of` the outputs."""
    total = total_of(outputs)
    if not total.requires_grad:
        raise Wrong("no-gradient")
    _forget(leaves)
    total.backward()  # a checkpoint that is reentrant knows no other way
    found = [leaf.grad for leaf in leaves]
    _forget(leaves)
    return found


def total_of(outputs: Any) -> Tensor:
    """The sum of all outputs, each weighted differently."""
    outputs = outputs if isinstance(outputs, tuple | list) else (outputs,)
    generator = torch.Generator().manual_seed(3)
    weighted = [(one * torch.randn(one.shape, generator=generator)).sum() for one in outputs]
    return torch.stack(weighted).sum()


def _forget(leaves: list[Tensor]) -> None:
    for leaf in leaves:
        leaf.grad = None


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
    given, leaves = _learning(args)
    mine = [pair[0] for pair in named.values()] + leaves
    found = trial.learn(given, thing, lambda outputs: gradients_of(outputs, mine))
    given, leaves = _learning(args)
    with torch.enable_grad():
        theirs = [pair[1] for pair in named.values()] + leaves
        expected = gradients_of(right(*given), theirs)
    _compare([*named, *[""] * len(leaves)], found, expected, theirs)


def _learning(args: tuple[Any, ...]) -> tuple[tuple[Any, ...], list[Tensor]]:
    """Copies of the arguments with float tensors that require gradients, and these tensors."""
    given = [one.clone() if isinstance(one, Tensor) else one for one in args]
    floats = [one for one in given if isinstance(one, Tensor) and one.is_floating_point()]
    for one in floats:
        one.requires_grad_()
    return tuple(given), floats


def _compare(names: list[str], found: Gradients, expected: Gradients, leaves: list[Tensor]) -> None:
    right = [torch.zeros_like(p) if e is None else e for p, e in zip(leaves, expected, strict=True)]
    of_all = OF_ALL * max(float(e.abs().max()) for e in right)
    off = {}
    for name, f, e in zip(names, found, right, strict=True):
        f = torch.zeros_like(e) if f is None else f.view_as(e)
        wrong = ~((f - e).abs() <= RELATIVE * e.abs().max() + of_all)  # NaN is wrong, too
        if bool(wrong.any()):
            off[name] = (f, e, wrong)
    for name, (f, _, _) in off.items():
        if not f.any():
            raise Wrong("part-unlearned" if name else "input-unlearned", part=name)
    for name, (f, e, wrong) in off.items():
        rows = wrong.flatten(1).any(dim=1) if name and e.dim() > 1 else wrong[:0]
        if 0 < int(rows.sum()) < len(rows) and not f[rows].any():
            raise Wrong("row-unlearned", part=name, row=int(rows.nonzero()[0]))
    if off:
        name = next(iter(off))
        raise Wrong("gradient-differs" if name else "input-gradient", part=name)
