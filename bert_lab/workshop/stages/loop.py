"""Stage 9's oracle: a model whose steps can be followed, and the loop as it should be."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_lab.workshop.findings import Wrong

B, T, V, D, P, STEPS, PEAK = 4, 6, 11, 5, 3, 20, 0.1
MOST = 60  # batches; nobody needs so many


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
    """Called as a BERT is, with so few weights that every step can be followed.

    `modes`: whether it was in training mode, at each call.
    """

    def __init__(self):
        super().__init__()
        generator = torch.Generator().manual_seed(1)
        self.table = nn.Parameter(torch.randn(V, D, generator=generator))
        self.words = nn.Parameter(torch.randn(V, D, generator=generator))
        self.pairs = nn.Parameter(torch.randn(2, D, generator=generator))
        self.modes: list[bool] = []

    def forward(self, tokens, segments, valid_lens, positions):
        self.modes.append(self.training)
        X = self.table[tokens] * (1 + segments[:, :, None])  # (B, T, D)
        asked = X.gather(1, positions[:, :, None].expand(-1, -1, D))
        return 3 * asked @ self.words.T, 3 * X.mean(dim=1) @ self.pairs.T


def batch(number: int) -> Batch:
    """The batch of this number."""
    generator = torch.Generator().manual_seed(100 + number)

    def draw(high: int, *shape: int) -> Tensor:
        return torch.randint(high, shape, generator=generator)

    weights = torch.tensor([[1.0, 1, 0], [1, 0, 0], [1, 1, 1], [1, 0, 0]])
    labels = (draw(V - 5, B, P) + 5) * weights.long()
    lens, is_next = torch.full((B,), T), draw(2, B)
    return Batch(draw(V, B, T), draw(2, B, T), lens, draw(T, B, P), weights, labels, is_next)


def rates(num_steps: int, peak: float, factor: Callable[..., float]) -> Tensor:
    """The rates of all steps; `factor` is told the step, the number of steps and of warm-up."""
    warmup = num_steps // 10
    return torch.tensor([peak * factor(s, num_steps, warmup) for s in range(num_steps)])


def right_factor(s: int, n: int, w: int) -> float:
    return (s + 1) / w if s < w else (n - s) / (n - w)


def reference_step(model: nn.Module, optimizer: Any, given: Batch, *, flaw: str = "") -> float:
    """The step as it should be, or with one flaw; returns the loss."""
    model.train()
    words, is_next = model(given.inputs, given.segments, given.valid_lens, given.positions)
    each = F.cross_entropy(words.flatten(0, 1), given.labels.flatten(), reduction="none")
    weights = given.weights.flatten()
    mlm = each.mean() if flaw == "weights-unused" else (each * weights).sum() / weights.sum()
    nsp = F.cross_entropy(is_next, given.is_next)
    loss = {"words-alone": mlm, "pairs-alone": nsp, "mean-of-both": (mlm + nsp) / 2}.get(
        flaw, mlm + nsp
    )
    if flaw != "gradients-add-up":
        optimizer.zero_grad()
    loss.backward()
    if flaw == "clipped-by-value":
        nn.utils.clip_grad_value_(model.parameters(), 1.0)
    elif flaw == "clipped-each":
        for parameter in model.parameters():
            nn.utils.clip_grad_norm_([parameter], 1.0)
    elif flaw != "not-clipped":
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    if flaw != "no-update":
        optimizer.step()
    return loss.item()


def endless(batches: list[Batch]) -> Iterator[Batch]:
    """These again and again, without end, or nearly."""
    for number in range(MOST):
        yield batches[number % len(batches)]
    raise Wrong("batches-hoarded")


def reference_train(flaw: str = "") -> tuple[Tensor, int]:
    """The losses of the loop as it should be, or with one flaw, and how many there are."""
    model, losses = Toy(), []
    kind = torch.optim.Adam if flaw == "adam" else torch.optim.AdamW
    kind = torch.optim.SGD if flaw == "sgd" else kind
    optimizer = kind(model.parameters(), lr=PEAK)
    schedule = rates(STEPS, PEAK, right_factor)
    if flaw == "constant-rate":
        schedule = torch.full((STEPS,), PEAK)
    if flaw == "rate-too-late":
        schedule = torch.cat([torch.tensor([PEAK]), schedule[:-1]])
    if flaw == "rate-too-early":
        schedule = torch.cat([schedule[1:], torch.tensor([0.0])])
    for step in range(STEPS):
        if flaw == "new-optimizer":
            optimizer = kind(model.parameters(), lr=PEAK)
        for group in optimizer.param_groups:
            group["lr"] = float(schedule[step])
        number = 0 if flaw == "one-batch" else step + (flaw == "first-batch-skipped")
        losses.append(reference_step(model, optimizer, batch(number)))
    return torch.tensor(losses), len(losses)
