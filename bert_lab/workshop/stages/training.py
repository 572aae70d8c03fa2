"""Stage 9: a training step, and its loop."""

import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.workshop.compare import compare
from bert_lab.workshop.findings import Wrong
from bert_lab.workshop.stages.loop import (
    PEAK,
    STEPS,
    Toy,
    batch,
    endless,
    rates,
    reference_step,
    reference_train,
    right_factor,
)
from bert_lab.workshop.trial import Trial


def check_rate(trial: Trial) -> None:
    for num_steps, peak in ((40, 0.5), (7, 0.3)):
        found = [trial.call(step, num_steps, peak) for step in range(num_steps)]
        for value in found:
            if isinstance(value, Tensor) or not isinstance(value, int | float):
                kind = type(value).__name__
                raise Wrong("type", what="the rate", expected="a plain number", found=kind)
        wrong: dict[str, Callable[[int, int, int], float]] = {
            "no-warmup": lambda s, n, w: (n - s) / n,
            "warmup-without-decay": lambda s, n, w: min(1.0, (s + 1) / max(1, w)),
            "constant": lambda s, n, w: 1.0,
            "begins-at-zero": lambda s, n, w: s / w if s < w else (n - s) / (n - w),
            "decay-from-start": lambda s, n, w: (s + 1) / w if s < w else (n - s) / n,
            "zero-at-last-step": lambda s, n, w: (
                (s + 1) / w if s < w else (n - 1 - s) / (n - 1 - w)
            ),
            "counted-from-warmup": lambda s, n, w: (s + 1) / w if s < w else (n - s) / n + w / n,
            "cosine": lambda s, n, w: (
                (s + 1) / w if s < w else (1 + math.cos(math.pi * (s - w) / (n - w))) / 2
            ),
        }
        suspects = {key: _late(rates, num_steps, peak, factor) for key, factor in wrong.items()}
        suspects["peak-forgotten"] = _late(rates, num_steps, 1.0, right_factor)
        right = rates(num_steps, peak, right_factor)
        compare(torch.tensor(found), right, ("step",), suspects, what="the rate")
    trial.right("rate")


def _late(function: Callable[..., Any], *args: Any) -> Callable[[], Any]:
    return lambda: function(*args)


STEP_FLAWS = (
    "no-update",
    "gradients-add-up",
    "not-clipped",
    "clipped-by-value",
    "clipped-each",
    "words-alone",
    "pairs-alone",
    "mean-of-both",
    "weights-unused",
)


def _steps(step: Callable[..., Any]) -> tuple[Toy, list[Any]]:
    model = Toy()
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    return model, [step(model, optimizer, batch(number)) for number in range(3)]


def _weights(model: nn.Module) -> Tensor:
    return torch.cat([parameter.detach().flatten() for parameter in model.parameters()])


def check_step(trial: Trial) -> None:
    model, losses = _steps(trial.call)
    for loss in losses:
        if isinstance(loss, Tensor):
            raise Wrong("loss-is-tensor")
        if not isinstance(loss, float):
            kind = type(loss).__name__
            raise Wrong("type", what="the loss", expected="a plain float", found=kind)
    trial.right("float")
    reference, right = _steps(reference_step)
    flawed = {
        flaw: _steps(lambda *args, flaw=flaw: reference_step(*args, flaw=flaw))
        for flaw in STEP_FLAWS
    }
    firsts = {flaw: _late(torch.tensor, found[:1]) for flaw, (_, found) in flawed.items()}
    compare(torch.tensor(losses[:1]), torch.tensor(right[:1]), ("step",), firsts, what="the loss")
    trial.right("loss")
    after = {flaw: _late(_weights, one) for flaw, (one, _) in flawed.items()}
    compare(_weights(model), _weights(reference), ("parameter",), after, what="the weights")
    trial.right("update")
    if not all(model.modes):
        raise Wrong("not-in-training")


TRAIN_FLAWS = (
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
    model = Toy()
    batches = [batch(number) for number in range(STEPS + 3)]
    losses = trial.call(model, endless(batches), STEPS, PEAK)
    if not isinstance(losses, list):
        raise Wrong("type", what="what it returns", expected="a list", found=type(losses).__name__)
    if any(isinstance(loss, Tensor) for loss in losses):
        raise Wrong("loss-is-tensor")
    if len(losses) != STEPS:
        raise Wrong("number-of-steps", found=len(losses), expected=STEPS)
    trial.right("steps")
    suspects = {flaw: (lambda flaw=flaw: reference_train(flaw)[0]) for flaw in TRAIN_FLAWS}
    right = reference_train()[0]
    compare(torch.tensor(losses), right, ("step",), suspects, what="the loss")
    trial.right("losses")


CHECKS = {"learning_rate": check_rate, "training_step": check_step, "train": check_train}
