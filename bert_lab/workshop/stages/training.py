"""Stage 9: a training step, and its loop."""

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from bert_core.pretraining import make_optimizer
from bert_lab.workshop.compare import Look, case, expect_type
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.solutions import training as solution
from bert_lab.workshop.submission import Trial

B, T, V, D, P, STEPS = 4, 6, 11, 5, 3, 20
MORE = 10  # steps of a second call
MOST = 60  # batches; nobody needs so many
PEAK = 0.1  # of the learning rate
# Scales of a model's weights. With `SHORT` its gradient is shorter than 1; with greater ones than
# `MILD` some gradients are next to nothing, and Adam would make whole steps of their rounding.
MILD, SHORT = 0.3, 0.05


class Batch(NamedTuple):
    """What stage 9's `training_step` reads: (B, T), (B, T), (B,), three times (B, P), (B,)."""

    inputs: Tensor
    segments: Tensor
    valid_lens: Tensor
    positions: Tensor
    weights: Tensor
    labels: Tensor
    is_next: Tensor


class Toy(nn.Module):
    """A tiny model with BERT's interface, so that every step can be followed.

    `modes`: whether it was in training mode, at each call.

    Args:
        scale: of its weights.
    """

    def __init__(self, scale: float = 1.0):
        super().__init__()
        self.token, self.segment = nn.Embedding(V, D), nn.Embedding(2, D)
        self.dense, self.norm = nn.Linear(D, D), nn.LayerNorm(D)
        self.words, self.pairs = nn.Linear(D, V), nn.Linear(D, 2)
        generator = torch.Generator().manual_seed(1)
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.copy_(scale * torch.randn(parameter.shape, generator=generator))
            self.norm.weight.add_(scale)
        self.scale, self.modes = 3 * scale, list[bool]()

    def forward(self, tokens, segments, valid_lens, positions):
        self.modes.append(self.training)
        X = self.norm(self.dense(self.token(tokens) + self.segment(segments)))  # (B, T, D)
        masked_X = X.gather(1, positions[:, :, None].expand(-1, -1, D))
        real = torch.arange(tokens.shape[1]) < valid_lens[:, None]  # (B, T)
        mean = (X * real[:, :, None]).sum(dim=1) / valid_lens[:, None]
        return self.scale * self.words(masked_X), self.scale * self.pairs(mean)


def batch(number: int) -> Batch:
    """Batch number `number`."""
    generator = torch.Generator().manual_seed(100 + number)

    def draw(high: int, *shape: int) -> Tensor:
        return torch.randint(high, shape, generator=generator)

    weights = torch.tensor([[1.0, 1, 0], [1, 0, 0], [1, 1, 1], [1, 0, 0]])
    labels = (draw(V - 5, B, P) + 5) * weights.long()
    labels[0, 1] = 0  # no label is special: what is real is said by the weights
    lens, is_next = draw(T - 2, B) + 2, draw(2, B)
    return Batch(draw(V, B, T), draw(2, B, T), lens, draw(T, B, P), weights, labels, is_next)


def endless(batches: list[Batch]) -> Iterator[Batch]:
    """These again and again, without end, or nearly."""
    for number in range(MOST):
        yield batches[number % len(batches)]
    raise Wrong("batches-hoarded")


def look_at_rate(trial: Trial) -> Iterator[Look | str]:
    for num_steps, peak in ((40, 0.5), (29, 2.0), (7, 0.3), (10, 1.0)):
        optimizer, schedule = make_optimizer(nn.Linear(1, 1), peak, num_steps, num_steps // 10)
        found, right = [], []
        for step in range(num_steps):
            rate = trial.call(step, num_steps, peak)
            found.append(expect_type(rate, "the rate", int | float, "a plain number"))
            right.append(schedule.get_last_lr()[0])
            optimizer.step()
            schedule.step()
        yield Look("the rate", torch.tensor(found).float(), torch.tensor(right), ("step",))
    yield "rate"


def look_at_step(trial: Trial) -> Iterator[Look | str]:
    losses, after, model = _steps(trial.call, 1.0)
    for loss in losses:
        _expect_loss(loss)
    yield "float"
    right_losses, right_after, _ = _steps(solution.training_step, 1.0)
    yield Look("the loss", torch.tensor(losses[:1]), torch.tensor(right_losses[:1]), ("step",))
    yield "loss"
    yield Look("the weights", after, right_after, ("parameter",))
    short, right_short = (_steps(step, SHORT)[1] for step in (trial.call, solution.training_step))
    a_short_one = "a gradient shorter than 1"
    yield Look("the weights", short, right_short, ("parameter",), a_short_one)
    _check_left_over(trial)
    yield "update"
    if not all(model.modes):
        raise Wrong("not-in-training")


def _steps(step: Callable[..., Any], scale: float) -> tuple[list[Any], Tensor, Toy]:
    """The losses of three steps, the weights after them, and the model."""
    model, losses = Toy(scale), []
    optimizer = torch.optim.SGD(model.parameters(), lr=1.0, momentum=0.9)
    for i in range(3):
        model.eval()  # as whoever has just looked at it leaves it
        losses.append(step(model, optimizer, batch(i)))
    return losses, _weights(model), model


def _expect_loss(loss: Any) -> None:
    if isinstance(loss, Tensor):
        raise Wrong("loss-is-tensor")
    expect_type(loss, "the loss", float, "a plain float")


def _weights(model: nn.Module) -> Tensor:
    return torch.cat([parameter.detach().flatten() for parameter in model.parameters()])


def _check_left_over(trial: Trial) -> None:
    """Raise `Wrong` if a gradient that was there before goes into the step."""
    after = []
    for step in (trial.call, solution.training_step):
        model = Toy()
        for parameter in model.parameters():
            parameter.grad = torch.ones_like(parameter)
        step(model, torch.optim.SGD(model.parameters(), lr=1.0), batch(0))
        after.append(_weights(model))
    if not torch.allclose(*after, atol=1e-5):
        raise Wrong("gradient-left-over")


def look_at_train(trial: Trial) -> Iterator[Look | str]:
    batches = [batch(i) for i in range(STEPS + 3)]
    stream, model, right_model = endless(batches), Toy(MILD), Toy(MILD)
    losses = _trained(trial, model, stream, STEPS)
    yield "steps"
    for name, parameter in model.named_parameters():
        if torch.equal(parameter, right_model.get_parameter(name)):
            raise Wrong("never-changes", part=name)
    right = torch.tensor(solution.train(right_model, endless(batches), STEPS, PEAK))
    yield Look("the loss", losses, right, ("step",), tolerance=1e-3)
    yield Look("the weights", _weights(model), _weights(right_model), ("parameter",))
    if next(stream, None) is not batches[STEPS]:
        raise Wrong("batch-too-many")
    again = "a second call with the same model"
    begun = copy.deepcopy(model)
    with case(again):
        losses = _trained(trial, model, batches, MORE)
    right = torch.tensor(solution.train(begun, batches, MORE, PEAK))
    yield Look("the loss", losses, right, ("step",), again, tolerance=1e-3)
    yield "losses"


def _trained(trial: Trial, model: Toy, batches: Any, num_steps: int) -> Tensor:
    losses = trial.call(model, batches, num_steps, PEAK)
    for loss in expect_type(losses, "what it returns", list, "a list"):
        _expect_loss(loss)
    if len(losses) != num_steps:
        raise Wrong("number-of-steps", found=len(losses), expected=num_steps)
    return torch.tensor(losses)


LOOKS = {"learning_rate": look_at_rate, "training_step": look_at_step, "train": look_at_train}
