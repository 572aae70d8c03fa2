"""Stage 9's oracle: a model whose steps can be followed, and the right loop."""

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.optimizers import PEAK, optimizer_of
from bert_lab.workshop.stages.rates import rates, right_factor

B, T, V, D, P, STEPS = 4, 6, 11, 5, 3, 20
MORE = 10  # steps of a second call
MOST = 60  # batches; nobody needs so many
# Of the weights of a model that `train` gets: with greater ones some gradients are next to nothing,
# and Adam would make whole steps of their rounding.
MILD = 0.3


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
        scale: of its weights; with small ones the gradient is so short that it isn't clipped.
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
        real = torch.arange(tokens.shape[1], device=X.device) < valid_lens[:, None]  # (B, T)
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


def reference_step(model: nn.Module, optimizer: Any, given: Batch, *, flaw: str = "") -> float:
    """The right training step, or one with a flaw; returns the loss."""
    model.train()
    given = _handed(given, flaw)
    words, is_next = model(given.inputs, given.segments, given.valid_lens, given.positions)
    each = F.cross_entropy(words.flatten(0, 1), given.labels.flatten(), reduction="none")
    weights = given.weights.flatten()
    if flaw == "label-0-ignored":
        weights = weights * (given.labels.flatten() != 0)
    mlm = each.mean() if flaw == "weights-unused" else (each * weights).sum() / weights.sum()
    nsp = F.cross_entropy(is_next, given.is_next)
    loss = {
        "words-alone": mlm,
        "pairs-alone": nsp,
        "mean-of-both": (mlm + nsp) / 2,
        "difference": mlm - nsp,
        "pairs-added-up": mlm + nsp * len(is_next),
    }.get(flaw, mlm + nsp)
    if flaw != "gradients-add-up":
        optimizer.zero_grad()
    loss.backward()
    _clip(model, optimizer, flaw)
    if flaw != "no-update":
        optimizer.step()
    if flaw == "two-updates":
        optimizer.step()
    if flaw == "loss-after-update":
        return _loss(model, given)
    return loss.item()


def _handed(given: Batch, flaw: str) -> Batch:
    """The tensors of a batch that are passed to the model."""
    none = {
        "segments-not-handed": {"segments": torch.zeros_like(given.segments)},
        "lens-not-handed": {"valid_lens": torch.full_like(given.valid_lens, T)},
        "labels-for-pairs": {"is_next": 1 - given.is_next},
    }
    return given._replace(**none.get(flaw, {}))


def _loss(model: nn.Module, given: Batch) -> float:
    words, is_next = model(given.inputs, given.segments, given.valid_lens, given.positions)
    each = F.cross_entropy(words.flatten(0, 1), given.labels.flatten(), reduction="none")
    weights = given.weights.flatten()
    mlm = (each * weights).sum() / weights.sum()
    return (mlm + F.cross_entropy(is_next, given.is_next)).item()


def _clip(model: nn.Module, optimizer: Any, flaw: str) -> None:
    groups = [group["params"] for group in optimizer.param_groups]
    parameters = list(model.parameters())
    if flaw == "clipped-by-value":
        nn.utils.clip_grad_value_(parameters, 1.0)
    elif flaw in ("clipped-each", "clipped-each-group"):
        for some in groups if flaw == "clipped-each-group" else parameters:
            nn.utils.clip_grad_norm_(some, 1.0)
    elif flaw == "clipped-first-group":
        nn.utils.clip_grad_norm_(groups[0], 1.0)
    elif flaw == "always-at-one":
        gradients = [p.grad for p in parameters if p.grad is not None]
        norm = nn.utils.get_total_norm(gradients)
        for gradient in gradients:
            gradient /= norm
    elif flaw == "clipped-largest":
        nn.utils.clip_grad_norm_(parameters, 1.0, norm_type=float("inf"))
    elif flaw != "not-clipped":
        nn.utils.clip_grad_norm_(parameters, 1.0)


class Again:
    """Batches that can be iterated repeatedly, like a DataLoader."""

    def __init__(self, batches: list[Batch]):
        self.batches = batches

    def __iter__(self) -> Iterator[Batch]:
        return endless(self.batches)


def endless(batches: list[Batch]) -> Iterator[Batch]:
    """These again and again, without end, or nearly."""
    for number in range(MOST):
        yield batches[number % len(batches)]
    raise Wrong("batches-hoarded")


def _schedule(flaw: str, num_steps: int) -> Tensor:
    schedule = rates(num_steps, PEAK, right_factor)
    return {
        "constant-rate": torch.full((num_steps,), PEAK),
        "rate-too-late": torch.cat([torch.tensor([PEAK]), schedule[:-1]]),
        "rate-too-early": torch.cat([schedule[1:], torch.tensor([0.0])]),
    }.get(flaw, schedule)


def reference_train(flaw: str = "", begun: Toy | None = None) -> tuple[Tensor, Toy]:
    """The losses of the right loop, or one with a flaw, and the trained model.

    STEPS steps with a new model, or MORE with a copy of what is `begun`.
    """
    calls = (STEPS, MORE) if flaw == "optimizer-kept" else (MORE,) if begun else (STEPS,)
    model, losses = copy.deepcopy(begun) if begun and len(calls) == 1 else Toy(MILD), []
    optimizer = optimizer_of(model, flaw)
    for step, rate in ((s, r) for n in calls for s, r in enumerate(_schedule(flaw, n).tolist())):
        if flaw == "new-optimizer":
            optimizer = optimizer_of(model, flaw)
        for number, group in enumerate(optimizer.param_groups):
            if not (flaw == "rate-for-one-group" and number):
                group["lr"] = rate
        number = 0 if flaw == "one-batch" else step + (flaw == "first-batch-skipped")
        losses.append(reference_step(model, optimizer, batch(number)))
    return torch.tensor(losses[-calls[-1] :]), model
