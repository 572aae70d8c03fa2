"""Stage 6: which tokens are masked, and what stands there instead."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from bert_core.inputs import CLS, MASK, PAD, SEP, UNK
from bert_lab.workshop.compare import case, compare, expect_tensor, expect_tuple
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.chosen import Masked, check_choice, check_labels
from bert_lab.workshop.stages.oracle import strided
from bert_lab.workshop.stages.shares import check_draws
from bert_lab.workshop.submission import Trial, expect_own

T, V = 20, 30
LENGTHS = (20, 7, 10, 3, 13, 9, 15, 11, 4)  # each way to miscount gives other numbers
SEEDS = range(8)
NAMES = ("inputs", "positions", "weights", "labels")


def small_batch() -> Tensor:
    """Rows of the lengths above, `<cls>` words `<sep>`; the last has no token to choose."""
    generator = torch.Generator().manual_seed(6)
    tokens = torch.full((len(LENGTHS), T), PAD)
    for row, length in zip(tokens, LENGTHS, strict=True):
        row[:length] = torch.randint(5, V, (length,), generator=generator)
        row[0], row[length - 1] = CLS, SEP
    tokens[-1, 1:3] = UNK
    tokens[0, [4, 7, 12]], tokens[0, 9] = UNK, MASK  # they count, and aren't chosen
    return tokens


def _others() -> list[tuple[str, Tensor, int]]:
    """Other batches: a description, tokens (B, T), and the size of the vocabulary."""
    return [
        ("one sequence alone", small_batch()[6:7, :16], V),
        ("sequences of three tokens", torch.tensor([[CLS, 9, SEP], [CLS, 8, SEP]]), V),
        ("one ordinary token in the vocabulary", torch.tensor([[CLS, 5, 5, 5, SEP]] * 2), 6),
        ("longer sequences", _alike(44, 44, 30, 20), 9),  # 0.15 * 30 is 4.5, in any arithmetic
        ("no sequence without padding", _alike(30, 23, 10), 9),
        ("numbers that are no neighbours in memory", strided(small_batch()), V),
    ]


def _alike(T: int, *lengths: int) -> Tensor:
    """Rows of so many tokens, all ordinary ones the same, and padding up to T."""
    tokens = torch.full((len(lengths), T), PAD)
    for row, length in zip(tokens, lengths, strict=True):
        row[:length] = 7
        row[0], row[length - 1] = CLS, SEP
    return tokens


def check_masking(trial: Trial) -> None:
    tokens = small_batch()
    draws = [_draw(trial, tokens, seed) for seed in SEEDS]
    trial.right("shapes")
    _check_counts(tokens, draws)
    trial.right("counts")
    for draw in draws:
        check_choice(tokens, draw)
    trial.right("choice")
    for draw in draws:
        check_labels(tokens, draw)
    trial.right("labels")
    _check_generator(trial, tokens, draws)
    check_draws(trial)
    for name, others, vocab_size in _others():
        with case(name):
            drawn = [_draw(trial, others, seed, vocab_size) for seed in SEEDS]
            _check_counts(others, drawn)
            for draw in drawn:
                check_choice(others, draw)
                check_labels(others, draw)
    trial.right("shares")


def _slots(length: int, rounded: Callable[[float], float] = round) -> int:
    return max(1, int(rounded(0.15 * length)))


def _half_up(number: float) -> float:
    return number + 0.5  # to be cut off


def _draw(trial: Trial, tokens: Tensor, seed: int, vocab_size: int = V) -> Masked:
    generator, slots = torch.Generator().manual_seed(seed), _slots(tokens.shape[1])
    given = Masked(*expect_tuple(trial.call(tokens, vocab_size, generator), NAMES))
    for value, what in zip(given, NAMES, strict=True):
        if isinstance(value, Tensor) and what == "labels" and value.shape == tokens.shape:
            raise Wrong(
                "labels-everywhere", found=tuple(value.shape), expected=(len(tokens), slots)
            )
        shape = tuple(tokens.shape) if what == "inputs" else (len(tokens), slots)
        if what == "positions" and isinstance(value, Tensor) and tuple(value.shape) != shape:
            _check_slots(tokens, tuple(value.shape), slots)
        like = tokens if what != "weights" else _floats(value)
        expect_tensor(value, what, shape, like)
    return given


def _floats(value: Any) -> Tensor:
    """Weights are floats of any precision."""
    own = isinstance(value, Tensor) and value.is_floating_point()
    return torch.zeros((), dtype=value.dtype if own else torch.float32)


def _check_slots(tokens: Tensor, shape: tuple[int, ...], slots: int) -> None:
    """Raise `Wrong` if this is the shape of slots that are counted as some do it."""
    longest = int((tokens != PAD).sum(dim=1).max())
    suspects = {
        "slots-of-longest": _slots(longest),
        "slots-half-up": _slots(tokens.shape[1], _half_up),
    }
    for key, number in suspects.items():
        if shape == (len(tokens), number):
            raise Wrong(key, found=number, expected=slots)


def _check_counts(tokens: Tensor, draws: list[Masked]) -> None:
    counts = [draw.weights.sum(dim=1).long() for draw in draws]
    lengths, T, P = (tokens != PAD).sum(dim=1), tokens.shape[1], _slots(tokens.shape[1])
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
            check_choice(tokens, draw)
    suspects = {
        "count-of-padded-row": lambda: wanted([T] * len(lengths)),
        "count-without-specials": lambda: wanted(ordinary),
        "count-rounded-down": lambda: wanted(lengths, rounded=int),
        "count-half-up": lambda: wanted(lengths, rounded=_half_up),
        "count-rounded-up": lambda: wanted(lengths, rounded=lambda x: int(x) + (x > int(x))),
        "count-without-unknown": lambda: wanted(ordinary + 2),
        "count-without-ends": lambda: wanted(lengths - 2),
        "count-off-by-one": lambda: wanted(lengths - 1),
        "count-off-by-one-more": lambda: wanted(lengths + 1),
        "count-off-by-two-more": lambda: wanted(lengths + 2),
        "count-may-be-none": lambda: wanted(lengths, least=0),
        "all-slots-real": lambda: torch.full_like(lengths, P),
        "one-a-row": lambda: ordinary.clamp(max=1),
    }
    what = "the number of real slots"
    compare(counts[0], wanted(lengths), ("sequence",), suspects, what=what)


def _check_generator(trial: Trial, tokens: Tensor, draws: list[Masked]) -> None:
    again = _draw(trial, tokens, SEEDS[0])
    if any(not torch.equal(a, b) for a, b in zip(again, draws[0], strict=True)):
        raise Wrong("state")
    expect_own(tuple(draws[0]), tuple(again))
    if all(torch.equal(draw.positions, draws[0].positions) for draw in draws):
        raise Wrong("always-the-same")
    generator = torch.Generator().manual_seed(0)
    first, second = (trial.call(tokens, V, generator)[1] for _ in range(2))
    third = trial.call(tokens, V, generator)[1]
    if torch.equal(first, second) and torch.equal(second, third):
        raise Wrong("generator-restarted")


CHECKS = {"mask_tokens": check_masking}
