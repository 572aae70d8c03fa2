"""Stage 9: a training step, and its loop."""

import copy
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.workshop.compare import case, compare, format_number, same
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.loop import (
    MILD,
    MORE,
    STEPS,
    Again,
    Toy,
    batch,
    endless,
    reference_step,
    reference_train,
)
from bert_lab.workshop.stages.optimizers import PEAK, sgd
from bert_lab.workshop.stages.rates import check_rate
from bert_lab.workshop.submission import Trial, expect_own, unchanged

SHORT = 0.05  # scale of a model whose gradient is shorter than 1
STEP_FLAWS = (
    "no-update",
    "gradients-add-up",
    "not-clipped",
    "clipped-by-value",
    "clipped-each",
    "words-alone",
    "pairs-alone",
    "mean-of-both",
    "difference",
    "pairs-added-up",
    "labels-for-pairs",
    "weights-unused",
    "label-0-ignored",
    "segments-not-handed",
    "lens-not-handed",
    "loss-after-update",
    "two-updates",
    "always-at-one",
    "clipped-largest",
    "clipped-first-group",
    "clipped-each-group",
)


def _steps(step: Callable[..., Any], scale: float = 1.0) -> tuple[list[Tensor], list[Any], Toy]:
    """The weights after each of three steps, the losses, and the model."""
    model = Toy(scale)
    optimizer = sgd(model)
    weights, losses = [_weights(model)], []
    for i in range(3):
        model.eval()  # as whoever has just looked at it leaves it
        losses.append(step(model, optimizer, batch(i)))
        weights.append(_weights(model))
    return weights, losses, model


def _check_digits(losses: list[float]) -> None:
    if all(round(loss, 6) == loss for loss in losses):
        raise Wrong("rounded")


def _weights(model: nn.Module) -> Tensor:
    return torch.cat([parameter.detach().flatten() for parameter in model.parameters()])


def check_step(trial: Trial) -> None:
    weights, losses, model = _steps(trial.call)
    for loss in losses:
        if isinstance(loss, Tensor):
            raise Wrong("loss-is-tensor")
        if not isinstance(loss, float):
            kind = type(loss).__name__
            raise Wrong("type", what="the loss", expected="a plain float", found=kind)
    _check_digits(losses)
    trial.right("float")
    _compare_steps(weights, losses, 1.0)
    trial.right("loss")
    with case("a gradient shorter than 1"):
        weights, losses, _ = _steps(trial.call, SHORT)
        _compare_steps(weights, losses, SHORT)
    _check_left_over(trial)
    trial.right("update")
    if not all(model.modes):
        raise Wrong("not-in-training")


def _check_left_over(trial: Trial) -> None:
    """Raise `Wrong` if a gradient that was there before goes into the step."""
    models = [Toy(), Toy()]
    for step, model in zip((trial.call, reference_step), models, strict=True):
        for parameter in model.parameters():
            parameter.grad = torch.ones_like(parameter)
        step(model, sgd(model), batch(0))
    if not same(*map(_weights, models)):
        raise Wrong("gradient-left-over")


def _compare_steps(weights: list[Tensor], losses: list[float], scale: float) -> None:
    """Compare the first loss, and the weights after three steps."""
    after, right, _ = _steps(reference_step, scale)
    flawed = {
        flaw: cache(lambda flaw=flaw: _steps(partial(reference_step, flaw=flaw), scale))
        for flaw in STEP_FLAWS
    }
    firsts = {flaw: lambda made=made: torch.tensor(made()[1][:1]) for flaw, made in flawed.items()}
    compare(torch.tensor(losses[:1]), torch.tensor(right[:1]), ("step",), firsts, what="the loss")
    lasts = {flaw: lambda made=made: made()[0][-1] for flaw, made in flawed.items()}
    length = float((weights[1] - weights[0]).norm())
    aligned = torch.cosine_similarity(weights[1] - weights[0], after[1] - after[0], dim=0) > 0.999
    compare(
        weights[-1],
        after[-1],
        ("parameter",),
        lasts,
        what="the weights",
        about=lambda place: {"length": format_number(length)},
        broken=[("clipped-elsewhere", bool(aligned) and abs(length - 1) > 1e-3)],
    )


TRAIN_FLAWS = (
    "all-decay",
    "norms-decay",
    "tables-spared",
    "decay-swapped",
    "decay-too-strong",
    "decay-on-all-too-strong",
    "adam-l2",
    "other-betas",
    "rate-for-one-group",
    "one-batch",
    "first-batch-skipped",
    "new-optimizer",
    "constant-rate",
    "rate-too-late",
    "rate-too-early",
    "adam",
    "sgd",
)


def check_train(trial: Trial) -> None:
    batches = [batch(i) for i in range(STEPS + 3)]
    stream = endless(batches)
    model = Toy(MILD)
    losses = _trained(trial, model, stream, STEPS)
    trial.right("steps")
    _compare_training(model, losses, None)
    if next(stream, None) is not batches[STEPS]:
        raise Wrong("batch-too-many")
    with case("a second call with the same model"):
        begun = copy.deepcopy(model)
        again = _trained(trial, model, Again(batches), MORE)
        expect_own(losses, again)
        _compare_training(model, again, begun)
    if not unchanged([batch(i) for i in range(STEPS)], batches[:STEPS]):
        raise Wrong("changes-input", argument="batches")
    trial.right("losses")


def _compare_training(model: Toy, losses: list[float], begun: Toy | None) -> None:
    right, reference = reference_train("", begun)
    flaws = [*TRAIN_FLAWS, "optimizer-kept"] if begun else TRAIN_FLAWS
    made = {flaw: cache(partial(reference_train, flaw, begun)) for flaw in flaws}
    after = {key: lambda one=one: _weights(one()[1]) for key, one in made.items()}
    start = begun or Toy(MILD)
    for name, parameter in model.named_parameters():
        if torch.equal(parameter, start.get_parameter(name)):
            raise Wrong("never-changes", part=name)
    suspects = {key: lambda one=one: one()[0] for key, one in made.items()}
    close = torch.allclose(torch.tensor(losses), right, rtol=1e-3, atol=1e-4)
    if close:  # weight decay shows in the weights first
        compare(_weights(model), _weights(reference), ("parameter",), after, what="the weights")
    compare(torch.tensor(losses), right, ("step",), suspects, what="the loss")


def _trained(trial: Trial, model: Toy, batches: Any, num_steps: int) -> list[float]:
    losses = trial.call(model, batches, num_steps, PEAK)
    if not isinstance(losses, list):
        raise Wrong("type", what="what it returns", expected="a list", found=type(losses).__name__)
    if any(isinstance(loss, Tensor) for loss in losses):
        raise Wrong("loss-is-tensor")
    if len(losses) != num_steps:
        raise Wrong("number-of-steps", found=len(losses), expected=num_steps)
    _check_digits(losses)
    return losses


CHECKS = {"learning_rate": check_rate, "training_step": check_step, "train": check_train}
