"""Stage 7: the head for masked words, and its loss."""

from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core import MaskLM
from bert_lab.workshop.compare import case, compare, expect_tensor
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.flaws import ACTIVATIONS, NORMS
from bert_lab.workshop.stages.gradients import check_gradients
from bert_lab.workshop.stages.oracle import (
    ORIGINAL,
    Case,
    call_still,
    check_cases,
    randn,
    randomised,
    strided,
)
from bert_lab.workshop.submission import Trial
from bert_lab.workshop.weights import fill

B, T, D, V, P = 3, 7, 6, 11, 4
LOGITS = ("sequence", "slot", "token")
POSITIONS = torch.tensor([[1, 5, 2, 0], [6, 1, 4, 3], [2, 3, 5, 6]])


def check_head(trial: Trial) -> None:
    built, core = _filled(trial, 0.5)
    trial.right("parts")
    X = randn(B, T, D, seed=8)
    output = call_still(trial, built, X, POSITIONS)
    for key, shape in (("every-position", (B, T, V)), ("rows-times-rows", (B, B, P, V))):
        if isinstance(output, Tensor) and tuple(output.shape) == shape:
            raise Wrong(key, found=shape, expected=(B, P, V))
    expect_tensor(output, "the logits", (B, P, V), X)
    compare(output, core(X, POSITIONS), LOGITS, _suspects(core, X), what="the logits")
    trial.right("logits")
    trial.again(output, X, POSITIONS, on=built)
    check_cases(trial, core, built, core, _cases(X), "the logits")
    built, core = _filled(trial, 0.02)
    X = randn(B, T, D, seed=8, scale=0.02)
    output = trial.call(X, POSITIONS, on=built)
    compare(output, core(X, POSITIONS), LOGITS, _suspects(core, X), what="the logits")


def _cases(X: Tensor) -> list[Case]:
    same = torch.zeros(B, P, dtype=torch.int64)  # slots that only fill a row
    return [
        ("", (X, POSITIONS)),
        ("slots with one position", (X, same)),
        ("one sequence alone", (X[:1], POSITIONS[:1])),
        ("one slot alone", (X, POSITIONS[:, :1])),
        ("more slots than positions", (X[:, :2].contiguous(), POSITIONS % 2)),
        ("numbers that are no neighbours in memory", (strided(X), strided(POSITIONS))),
    ]


def _filled(trial: Trial, scale: float) -> tuple[nn.Module, Any]:
    core = randomised(MaskLM(V, D, **ORIGINAL), scale)
    embedding = nn.Embedding(V, D)
    built: Any = trial.build(embedding)
    found = fill(built, core, "MaskedWordHead")
    if found["decoder.weight"] is not embedding.weight:
        raise Wrong("untied")
    return built, core


def _suspects(core: Any, X: Tensor) -> dict[str, Any]:
    dense, norm, decoder = core.transform[0], core.transform[2], core.decoder
    masked_X = X.gather(1, POSITIONS[:, :, None].expand(-1, -1, D))
    hidden, right = dense(masked_X), core(X, POSITIONS)
    return {
        "first-row-for-all": lambda: core(X, POSITIONS[:1].expand(B, -1)),
        "rows-run-together": lambda: core.decode(X.flatten(0, 1)[POSITIONS]),
        "first-vectors": lambda: core.decode(X[:, :P]),
        "last-vectors": lambda: core.decode(X[:, -P:]),
        "one-too-far": lambda: core(X, (POSITIONS + 1) % T),
        "no-norm": lambda: decoder(F.gelu(hidden)),
        "norm-before-activation": lambda: decoder(F.gelu(norm(hidden))),
        "norm-first": lambda: decoder(F.gelu(dense(norm(masked_X)))),
        "no-dense": lambda: decoder(norm(F.gelu(masked_X))),
        "no-transform": lambda: decoder(masked_X),
        "no-activation": lambda: decoder(norm(hidden)),
        **{
            key: lambda wrong=wrong: decoder(norm(wrong(hidden)))
            for key, wrong in ACTIVATIONS.items()
        },
        "activation-twice": lambda: decoder(F.gelu(norm(F.gelu(hidden)))),
        "input-added": lambda: decoder(norm(masked_X + F.gelu(hidden))),
        "probabilities": lambda: right.softmax(dim=-1),
        "log-probabilities": lambda: right.log_softmax(dim=-1),
        "bias-unused": lambda: right - decoder.bias,
        **{
            key: lambda wrong=wrong: decoder(wrong(norm, F.gelu(hidden)))
            for key, wrong in NORMS.items()
        },
    }


def check_loss(trial: Trial) -> None:
    logits = randn(B, P, V, seed=9, scale=3.0)
    generator = torch.Generator().manual_seed(9)
    labels = torch.randint(5, V, (B, P), generator=generator)
    labels[0, 1] = 0  # no label is special: what is real is said by the weights
    weights = torch.tensor([[1.0, 1, 1, 0], [1, 0, 0, 0], [1, 1, 0, 0]])
    all_real = logits, labels, torch.ones(B, P)
    labels = labels * weights.long()
    for args in (all_real, (logits, labels, weights)):
        loss = trial.call(*args)
        if isinstance(loss, Tensor) and loss.dim():
            raise Wrong("not-one-number", found=tuple(loss.shape))
        expect_tensor(loss, "the loss", (), logits)
        right = _mean(*args)
        compare(loss, right, (), _wrong_losses(*args), what="the loss")
        trial.right("all-real" if args[2].all() else "weighted")
    trial.again(loss, logits, labels, weights)
    few = weights.clone()
    few[1:] = 0.0  # rows without a real slot
    for name, args in (
        ("", (logits, labels, weights)),
        ("all slots real", all_real),
        ("rows without a real slot", (logits, labels * few.long(), few)),
        ("one sequence alone", (logits[:1], labels[:1], weights[:1])),
        ("one slot alone", (logits[:, :1], labels[:, :1], weights[:, :1])),
        ("numbers that are no neighbours in memory", (strided(logits), strided(labels), weights)),
    ):
        with case(name):
            compare(trial.call(*args), _mean(*args), (), _wrong_losses(*args), what="the loss")
            right = partial(_mean, labels=args[1], weights=args[2])
            check_gradients(trial, lambda X, args=args: trial.thing(X, *args[1:]), right, args[:1])


def _each(logits: Tensor, labels: Tensor) -> Tensor:
    return -logits.log_softmax(dim=-1).gather(2, labels[:, :, None])[:, :, 0]  # (B, P)


def _mean(logits: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
    return (_each(logits, labels) * weights).sum() / weights.sum()


def _wrong_losses(logits: Tensor, labels: Tensor, weights: Tensor) -> dict[str, Any]:
    each = _each(logits, labels)
    mean = partial(_mean, labels=labels, weights=weights)
    rows = (each * weights).sum(dim=1) / weights.sum(dim=1)
    probabilities = logits.softmax(dim=-1)
    some = weights * (labels != 0)
    return {
        "label-0-ignored": lambda: (each * some).sum() / some.sum(),
        "label-0-is-nothing": lambda: (each * some).sum() / weights.sum(),
        "weights-ignored": each.mean,
        "mean-before-weights": lambda: (each.mean() * weights).mean(),
        "view-for-transpose": lambda: mean(logits.reshape(B, V, P).transpose(1, 2)),
        "sum": lambda: (each * weights).sum(),
        "divided-by-slots": lambda: (each * weights).mean(),
        "divided-by-rows": lambda: (each * weights).sum() / len(each),
        "mean-of-rows": rows.mean,
        "softmax-twice": lambda: mean(probabilities),
        "wrong-sign": lambda: -_mean(logits, labels, weights),
        "no-logarithm": lambda: 1 - mean_probability(probabilities, labels, weights),
        "likelihood": lambda: mean_probability(probabilities, labels, weights),
        "bits": lambda: _mean(logits, labels, weights) / torch.tensor(2.0).log(),
        "logit-alone": lambda: (
            -(logits.gather(2, labels[:, :, None])[:, :, 0] * weights).sum() / weights.sum()
        ),
    }


def mean_probability(probabilities: Tensor, labels: Tensor, weights: Tensor) -> Tensor:
    """The mean probability of the right token over real slots."""
    right = probabilities.gather(2, labels[:, :, None])[:, :, 0]
    return (right * weights).sum() / weights.sum()


CHECKS = {"MaskedWordHead": check_head, "masked_word_loss": check_loss}
