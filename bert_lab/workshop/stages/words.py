"""Stage 7: the head for masked words, and its loss."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core import MaskLM
from bert_lab.workshop.compare import Look, case
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.common import (
    ORIGINAL,
    case_looks,
    check_gradients,
    randint,
    randn,
    randomised,
    strided,
    training_looks,
)
from bert_lab.workshop.submission import Trial
from bert_lab.workshop.weights import fill

B, T, D, V, P = 3, 7, 6, 11, 4
LOGITS = ("sequence", "slot", "token")
POSITIONS = torch.tensor([[1, 5, 2, 0], [6, 1, 4, 3], [2, 3, 5, 6]])


def look_at_head(trial: Trial) -> Iterator[Look | str]:
    built, core = _filled(trial, 0.5)
    yield "parts"
    X = randn(B, T, D, seed=8)
    found = trial.call(X, POSITIONS, on=built)
    yield Look("the logits", found, core(X, POSITIONS), LOGITS)
    small, small_core = _filled(trial, 0.02)
    X_small = randn(B, T, D, seed=8, scale=0.02)
    found = trial.call(X_small, POSITIONS, on=small)
    yield Look("the logits", found, small_core(X_small, POSITIONS), LOGITS)
    yield "logits"
    cases = [
        ("slots with one position", (X, torch.zeros(B, P, dtype=torch.int64))),
        ("one sequence alone", (X[:1], POSITIONS[:1])),
        ("one slot alone", (X, POSITIONS[:, :1])),
        ("more slots than positions", (X[:, :2].contiguous(), POSITIONS % 2)),
        ("numbers that are no neighbours in memory", (strided(X), strided(POSITIONS))),
    ]
    yield from case_looks(trial, built, core, cases, "the logits", LOGITS)
    yield from training_looks(trial, core, built, core, (X, POSITIONS), "the logits", LOGITS)


def _filled(trial: Trial, scale: float) -> tuple[nn.Module, Any]:
    core, embedding = randomised(MaskLM(V, D, **ORIGINAL), scale), nn.Embedding(V, D)
    before = embedding.weight.detach().clone()
    built = trial.build(embedding)
    if not torch.equal(before, embedding.weight):
        raise Wrong("overwrites-module")
    found = fill(built, core, "MaskedWordHead")
    if found["decoder.weight"] is not embedding.weight:
        raise Wrong("untied")
    return built, core


def look_at_loss(trial: Trial) -> Iterator[Look | str]:
    logits, labels = randn(B, P, V, seed=9, scale=3.0), 5 + randint(V - 5, B, P, seed=9)
    labels[0, 1] = 0  # no label is special: what is real is said by the weights
    weights = torch.tensor([[1.0, 1, 1, 0], [1, 0, 0, 0], [1, 1, 0, 0]])
    all_real = logits, labels, torch.ones(B, P)
    yield Look("the loss", trial.call(*all_real), _mean(*all_real))
    yield "all-real"
    args = logits, labels * weights.long(), weights
    yield Look("the loss", trial.call(*args), _mean(*args))
    yield "weighted"
    few = torch.cat([weights[:1], torch.zeros(B - 1, P)])
    for name, some in (
        ("rows without a real slot", (logits, labels * few.long(), few)),
        ("one sequence alone", tuple(one[:1] for one in args)),
        ("one slot alone", tuple(one[:, :1] for one in args)),
        ("numbers that are no neighbours in memory", (strided(logits), strided(labels), weights)),
    ):
        with case(name):
            found = trial.call(*some)
        yield Look("the loss", found, _mean(*some), case=name)
    given = partial(_call, trial.thing, args)
    check_gradients(trial, given, partial(_call, _mean, args), args[:1])


def _call(loss: Any, args: tuple[Tensor, ...], logits: Tensor) -> Tensor:
    return loss(logits, *args[1:])


def _mean(logits: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
    each = F.cross_entropy(logits.transpose(1, 2), labels, reduction="none")  # (B, P)
    return (each * weights).sum() / weights.sum()


LOOKS = {"MaskedWordHead": look_at_head, "masked_word_loss": look_at_loss}
