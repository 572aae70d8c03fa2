"""Stage 6: which tokens are masked, and what stands there instead."""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import CLS, PAD, SEP, SPECIAL_TOKENS, UNK
from bert_lab.workshop.compare import compare, expect_tensor, expect_tuple, where
from bert_lab.workshop.findings import Wrong
from bert_lab.workshop.stages.shares import check_draws
from bert_lab.workshop.trial import Trial

T, V, P = 20, 30, 3
LENGTHS = (20, 7, 10, 3, 13, 4)
SEEDS = range(8)
NAMES = ("inputs", "positions", "weights", "labels")


class Masked(NamedTuple):
    inputs: Tensor
    positions: Tensor
    weights: Tensor
    labels: Tensor

    @property
    def real(self) -> Tensor:
        return self.weights > 0


def small_batch() -> Tensor:
    """Rows of the lengths above, `<cls>` words `<sep>`; the last has nothing that may be chosen."""
    generator = torch.Generator().manual_seed(6)
    tokens = torch.full((len(LENGTHS), T), PAD)
    for row, length in zip(tokens, LENGTHS, strict=True):
        row[:length] = torch.randint(5, V, (length,), generator=generator)
        row[0], row[length - 1] = CLS, SEP
    tokens[-1, 1:3] = UNK
    return tokens


def check_masking(trial: Trial) -> None:
    tokens = small_batch()
    draws = [_draw(trial, tokens, seed) for seed in SEEDS]
    trial.right("shapes")
    _check_counts(tokens, draws)
    trial.right("counts")
    for draw in draws:
        _check_choice(tokens, draw)
    trial.right("choice")
    for draw in draws:
        _check_labels(tokens, draw)
    trial.right("labels")
    _check_generator(trial, tokens, draws)
    check_draws(trial)
    trial.right("shares")


def _draw(trial: Trial, tokens: Tensor, seed: int) -> Masked:
    generator = torch.Generator().manual_seed(seed)
    given = Masked(*expect_tuple(trial.call(tokens, V, generator), NAMES))
    for value, what in zip(given, NAMES, strict=True):
        if isinstance(value, Tensor) and what == "labels" and value.shape == tokens.shape:
            raise Wrong("labels-everywhere", found=tuple(value.shape), expected=(len(tokens), P))
        shape = tuple(tokens.shape) if what == "inputs" else (len(tokens), P)
        expect_tensor(value, what, shape, torch.zeros(()) if what == "weights" else tokens)
    return given


def _check_counts(tokens: Tensor, draws: list[Masked]) -> None:
    counts = [draw.weights.sum(dim=1).long() for draw in draws]
    lengths = torch.tensor(LENGTHS)
    ordinary = (tokens >= 5).sum(dim=1)

    def unlimited(numbers: Any, least: int = 1, rounded: Any = round) -> Tensor:
        each = [max(least, int(rounded(0.15 * float(n)))) for n in numbers]
        return torch.tensor(each).clamp(max=P)

    def wanted(*args: Any, **how: Any) -> Tensor:
        return unlimited(*args, **how).minimum(ordinary)

    if any(not torch.equal(count, counts[0]) for count in counts):
        row = int((torch.stack(counts) != counts[0]).any(dim=0).nonzero()[0])
        seen = sorted({int(count[row]) for count in counts})
        raise Wrong("coins", row=row, seen=seen, expected=int(wanted(lengths)[row]))
    if torch.equal(counts[0], unlimited(lengths)):  # where nothing may be chosen, something is
        for draw in draws:
            _check_choice(tokens, draw)
    suspects = {
        "count-of-padded-row": lambda: wanted([T] * len(lengths)),
        "count-without-specials": lambda: wanted(ordinary),
        "count-rounded-down": lambda: wanted(lengths, rounded=int),
        "count-rounded-up": lambda: wanted(lengths, rounded=lambda x: int(x) + (x > int(x))),
        "count-may-be-none": lambda: wanted(lengths, least=0),
        "all-slots-real": lambda: torch.full_like(lengths, P),
        "one-a-row": lambda: ordinary.clamp(max=1),
    }
    what = "the number of real slots"
    compare(counts[0], wanted(lengths), ("sequence",), suspects, what=what)


def _check_choice(tokens: Tensor, draw: Masked) -> None:
    """What is chosen is ordinary, chosen once, and nothing else is changed."""
    positions, real = draw.positions, draw.real
    if bool(((positions < 0) | (positions >= T)).any()):
        raise Wrong("positions-outside", length=T)
    for b, row in enumerate(tokens):
        at = positions[b][real[b]].tolist()
        for position in at:
            if row[position] == PAD:
                raise Wrong("padding-chosen", row=b, position=position)
            if row[position] < 5:
                raise Wrong("specials-chosen", row=b, token=SPECIAL_TOKENS[int(row[position])])
        if len(set(at)) < len(at):
            raise Wrong("chosen-twice", row=b, positions=at)
        others = torch.ones(T, dtype=torch.bool)
        others[at] = False
        if not torch.equal(draw.inputs[b][others], row[others]):
            position = int(((draw.inputs[b] != row) & others).nonzero()[0])
            raise Wrong("others-changed", row=b, position=position)


def _check_labels(tokens: Tensor, draw: Masked) -> None:
    real, labels = draw.real, draw.labels
    right = tokens.gather(1, draw.positions)
    if not torch.equal(labels[real], right[real]):
        read = draw.inputs.gather(1, draw.positions)
        if torch.equal(labels[real], read[real]):
            raise Wrong("labels-after")
        if torch.equal(labels[real], draw.positions[real]):
            raise Wrong("labels-are-positions")
        at = tuple(((labels != right) & real).nonzero()[0].tolist())
        fields = {"place": where(at, ("sequence", "slot")), "what": "labels"}
        raise Wrong("different", found=int(labels[at]), expected=int(right[at]), **fields)
    if bool((draw.positions[~real] != 0).any()):
        raise Wrong("filler-position", found=int(draw.positions[~real].max()))
    if bool((labels[~real] != 0).any()):
        raise Wrong("filler-label", found=int(labels[~real][labels[~real] != 0][0]))
    if not set(draw.weights.unique().tolist()) <= {0.0, 1.0}:
        raise Wrong("weights-are-shares")


def _check_generator(trial: Trial, tokens: Tensor, draws: list[Masked]) -> None:
    again = _draw(trial, tokens, SEEDS[0])
    if any(not torch.equal(a, b) for a, b in zip(again, draws[0], strict=True)):
        raise Wrong("state")
    if all(torch.equal(draw.positions, draws[0].positions) for draw in draws):
        raise Wrong("always-the-same")
    generator = torch.Generator().manual_seed(0)
    first, second = (trial.call(tokens, V, generator)[1] for _ in range(2))
    third = trial.call(tokens, V, generator)[1]
    if torch.equal(first, second) and torch.equal(second, third):
        raise Wrong("generator-restarted")


CHECKS = {"mask_tokens": check_masking}
