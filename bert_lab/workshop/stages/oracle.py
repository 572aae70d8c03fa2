"""What the stages share: random parts of `bert_core`, and the reader's with their weights."""

import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.workshop.compare import Suspects, case, compare, expect_tensor
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.gradients import check_gradients
from bert_lab.workshop.submission import Trial, alike
from bert_lab.workshop.weights import corresponding, fill

VECTORS = ("sequence", "position", "number")
ORIGINAL = {"activation": "gelu", "norm_eps": 1e-12}
Case = tuple[str, tuple[Any, ...]]


def randn(*shape: int, seed: int = 0, scale: float = 1.0) -> Tensor:
    """Normal random numbers, the same at every call."""
    return scale * torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def randint(high: int, *shape: int, seed: int = 0) -> Tensor:
    """Random integers from 0 to high - 1, the same at every call."""
    return torch.randint(high, shape, generator=torch.Generator().manual_seed(seed))


def strided(X: Tensor) -> Tensor:
    """The same tensor, non-contiguous in memory; `view` works all the same."""
    return X.repeat_interleave(2, dim=-1)[..., ::2]


def randomised(core: nn.Module, scale: float = 0.5) -> nn.Module:
    """A part of `bert_core` in evaluation mode, all weights drawn anew, those of norms around 1."""
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for parameter in core.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) * scale)
        for module in core.modules():
            if isinstance(module, nn.LayerNorm):
                module.weight.add_(1)
    return core.eval()


def build_from(trial: Trial, core: nn.Module, *sizes: Any) -> nn.Module:
    """An object of the reader's class, in evaluation mode, with the weights of `core`."""
    built = trial.build(*sizes)
    fill(built, core, trial.name)
    return built


def call_still(trial: Trial, built: nn.Module, *args: Any) -> Any:
    """The output in evaluation mode, which must be deterministic."""
    try:
        return trial.call(*args, on=built)
    except Wrong as wrong:
        if wrong.key == "global-random":
            raise Wrong("dropout-in-eval") from None
        raise


def compare_all(found: Any, right: Any, what: str, suspects: Suspects | None = None) -> None:
    """Compare one tensor with the right one, or each of several."""
    several = isinstance(right, tuple)
    given = tuple(found) if several and isinstance(found, tuple | list) else (found,)
    wanted = right if several else (right,)
    if len(given) != len(wanted):
        raise Wrong("tuple-length", names=what, number=len(wanted), found=len(given))
    for one, expected in zip(given, wanted, strict=True):
        expect_tensor(one, what, tuple(expected.shape), expected)
        axes = VECTORS[: expected.dim()]
        compare(one, expected, axes, suspects, what=what)


def check_cases(
    trial: Trial,
    core: nn.Module,
    built: nn.Module,
    right: Callable[..., Any],
    cases: list[Case],
    what: str = "the output",
) -> None:
    """Compare values and gradients for other inputs, in evaluation and training mode.

    Args:
        trial: under which `built` is called.
        core: a part of `bert_core`, with the same weights.
        built: the reader's object, with a dropout of 0 or none.
        right: what `core` gives for the arguments.
        cases: what is special about them, and the arguments.
        what: it gives.
    """
    theirs = corresponding(core, trial.name)
    mine = fill(built, core, trial.name)
    parameters = {name: (mine[name], theirs[name]) for name in mine}
    for name, args in cases:
        with case(name):
            try:
                compare_all(call_still(trial, built.eval(), *args), right(*args), what)
            except Wrong:
                _blame_earlier_calls(trial, core, args, right(*args), what)
                raise
            check_gradients(trial, built, right, args, parameters)
    _, args = cases[0]
    with case("training mode"):
        try:
            compare_all(trial.call(*args, on=built.train(), dice=True), right(*args), what)
        except Wrong:
            _blame_chance(trial, built, args)
            raise
        check_gradients(trial, built, right, args, parameters)
    built.eval()
    if len(cases) > 1:  # and not once more for other sizes
        _check_other_weights(trial, core, parameters, built, right, args, what)


def _blame_earlier_calls(
    trial: Trial, core: nn.Module, args: tuple[Any, ...], expected: Any, what: str
) -> None:
    """Raise `Wrong` if a fresh object gives the expected value."""
    fresh = trial.rebuilt()
    fill(fresh, core, trial.name)
    try:
        compare_all(call_still(trial, fresh, *args), expected, what)
    except Wrong:
        return
    raise Wrong("earlier-call")


def _blame_chance(trial: Trial, built: nn.Module, args: tuple[Any, ...]) -> None:
    """Raise `Wrong` if results differ between calls without dropout."""
    first, second = trained_twice(trial, built, *args)
    if not alike(first, second):
        raise Wrong("random-in-training")


def _check_other_weights(
    trial: Trial,
    core: nn.Module,
    parameters: dict[str, tuple[nn.Parameter, nn.Parameter]],
    built: nn.Module,
    right: Callable[..., Any],
    args: tuple[Any, ...],
    what: str,
) -> None:
    """Raise `Wrong` if results cached from old weights are used after they change."""
    with torch.no_grad(), warnings.catch_warnings(action="ignore"):  # no use for a checkpoint
        compare_all(trial.call(*args, on=built, watched=False), right(*args), what)
        _turn_round(core, parameters)
        try:
            compare_all(trial.call(*args, on=built, watched=False), right(*args), what)
        except Wrong:
            raise Wrong("stale-weights") from None
        finally:
            _turn_round(core, parameters)


def _turn_round(core: nn.Module, parameters: dict[str, tuple[nn.Parameter, nn.Parameter]]) -> None:
    """Reverse the rows of all weights of both objects, in place; twice restores them."""
    for parameter in core.parameters():
        parameter.copy_(parameter.flip(-1))
    for mine, theirs in parameters.values():
        mine.copy_(theirs.view_as(mine))


def trained_twice(trial: Trial, built: nn.Module, *args: Any) -> list[Tensor]:
    """The results of two calls in training mode, which are partly random."""
    return [trial.call(*args, on=built.train(), dice=True) for _ in range(2)]
