"""Stage 6: which tokens are masked, and what stands there instead."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import torch
from torch import Tensor

from bert_core import masking
from bert_core.inputs import CLS, MASK, PAD, SEP, SPECIAL_TOKENS, UNK
from bert_lab.workshop.compare import Look, case, describe_index, expect_tensor, expect_tuple
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.common import strided
from bert_lab.workshop.submission import Trial

T, V = 20, 30
LENGTHS = (20, 7, 10, 3, 13, 9, 15, 11, 4)  # each way to miscount gives other numbers
SEEDS = range(8)
NAMES = ("inputs", "positions", "weights", "labels")

# For the shares: 150 are chosen in each row, 30,000 in all.
CALLS, ROWS, LENGTH, MANY = 20, 10, 1_001, 40
ORDINARY = MANY - 5
SPREADS = 4.5  # by chance alone one right procedure in 20,000 is off by so much


class Masked(NamedTuple):
    inputs: Tensor
    positions: Tensor
    weights: Tensor
    labels: Tensor


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


def look_at_masking(trial: Trial) -> Iterator[Look | str]:
    tokens = small_batch()
    draws = [_draw(trial, tokens, V, seed) for seed in SEEDS]
    yield "shapes"
    yield _count(tokens, V, draws)
    yield "counts"
    for draw in draws:
        check_choice(tokens, draw)
    yield "choice"
    for draw in draws:
        check_labels(tokens, draw)
    yield "labels"
    _check_generator(trial, tokens, draws)
    yield _shares(trial)
    for name, others, vocab_size in (
        ("one sequence alone", tokens[6:7, :16], V),
        ("sequences of three tokens", torch.tensor([[CLS, 9, SEP], [CLS, 8, SEP]]), V),
        ("one ordinary token in the vocabulary", torch.tensor([[CLS, 5, 5, 5, SEP]] * 2), 6),
        ("numbers that are no neighbours in memory", strided(tokens), V),
    ):
        with case(name):
            draws = [_draw(trial, others, vocab_size, seed) for seed in SEEDS]
            yield _count(others, vocab_size, draws, name)
            for draw in draws:
                check_choice(others, draw)
                check_labels(others, draw)
    yield "shares"


def _draw(trial: Trial, tokens: Tensor, vocab_size: int, seed: int) -> Masked:
    """What one call gives, if it has the right form."""
    generator, slots = torch.Generator().manual_seed(seed), max(1, round(0.15 * tokens.shape[1]))
    given = Masked(*expect_tuple(trial.call(tokens, vocab_size, generator), NAMES))
    shape = len(tokens), slots
    if isinstance(given.labels, Tensor) and given.labels.shape == tokens.shape:
        raise Wrong("labels-everywhere", found=tuple(tokens.shape), expected=shape)
    for value, what in zip(given, NAMES, strict=True):
        like = _floats(value) if what == "weights" else tokens
        expect_tensor(value, what, tuple(tokens.shape) if what == "inputs" else shape, like)
    return given


def _floats(value: Any) -> Tensor:
    """Weights are floats of any precision."""
    own = isinstance(value, Tensor) and value.is_floating_point()
    return torch.zeros((), dtype=value.dtype if own else torch.float32)


def _count(tokens: Tensor, vocab_size: int, draws: list[Masked], name: str = "") -> Look:
    """A look at the number of real slots in each row."""
    generator = torch.Generator().manual_seed(0)
    right = masking.mask_tokens(tokens, vocab_size, generator=generator).weights.sum(dim=1).long()
    counts = torch.stack([draw.weights.sum(dim=1).long() for draw in draws])  # (draws, rows)
    if not bool((counts == counts[0]).all()):
        row = int((counts != counts[0]).any(dim=0).nonzero()[0])
        seen = counts[:, row].unique().tolist()
        raise Wrong("coins", row=row, seen=seen, expected=int(right[row]))
    return Look("the number of real slots", counts[0], right, ("sequence",), name)


def check_choice(tokens: Tensor, draw: Masked) -> None:
    """What is chosen is ordinary, chosen once, and nothing else is changed."""
    length = tokens.shape[1]
    for b, row in enumerate(tokens):
        at = draw.positions[b][draw.weights[b] > 0].tolist()
        for position in at:
            if row[position] == PAD:
                raise Wrong("padding-chosen", row=b, position=position)
            if row[position] < 5:
                raise Wrong("specials-chosen", row=b, token=SPECIAL_TOKENS[int(row[position])])
        if len(set(at)) < len(at):
            raise Wrong("chosen-twice", row=b, positions=at)
        others = torch.ones(length, dtype=torch.bool)
        others[at] = False
        changed = (draw.inputs[b] != row) & others
        if bool(changed.any()):
            raise Wrong("others-changed", row=b, position=int(changed.nonzero()[0]))


def check_labels(tokens: Tensor, draw: Masked) -> None:
    """Labels are the tokens that stood there, and slots that only fill a row hold nothing."""
    real, labels = draw.weights > 0, draw.labels
    right = tokens.gather(1, draw.positions)
    if not torch.equal(labels[real], right[real]):
        if torch.equal(labels[real], draw.inputs.gather(1, draw.positions)[real]):
            raise Wrong("labels-after")
        at = tuple(((labels != right) & real).nonzero()[0].tolist())
        fields = {"place": describe_index(at, ("sequence", "slot")), "what": "labels"}
        raise Wrong("different", found=int(labels[at]), expected=int(right[at]), **fields)
    if bool((draw.positions[~real] != 0).any()):
        raise Wrong("filler-position", found=int(draw.positions[~real].max()))
    if bool((labels[~real] != 0).any()):
        raise Wrong("filler-label", found=int(labels[~real][labels[~real] != 0][0]))


def _check_generator(trial: Trial, tokens: Tensor, draws: list[Masked]) -> None:
    again = _draw(trial, tokens, V, SEEDS[0])
    if any(not torch.equal(a, b) for a, b in zip(again, draws[0], strict=True)):
        raise Wrong("state")
    if all(torch.equal(draw.positions, draws[0].positions) for draw in draws):
        raise Wrong("always-the-same")
    generator = torch.Generator().manual_seed(0)
    first, second, third = (trial.call(tokens, V, generator)[1] for _ in range(3))
    if torch.equal(first, second) and torch.equal(second, third):
        raise Wrong("generator-restarted")


def _shares(trial: Trial) -> Look:
    """A look at what stands in the place of chosen tokens, over many draws.

    Its numbers: the shares of `<mask>`, of other and of old tokens, how often two neighbouring
    slots and two neighbouring rows get `<mask>` alike, and how often the first and the last
    ordinary token are drawn, each in units of what chance alone spreads it by.
    """
    row = torch.randint(5, MANY, (LENGTH,), generator=torch.Generator().manual_seed(9))
    row[0], row[-1] = CLS, SEP
    tokens = row.expand(ROWS, -1).clone()
    calls = []
    for seed in range(CALLS):
        generator = torch.Generator().manual_seed(seed)
        inputs, positions, _, labels = trial.call(tokens, MANY, generator)
        calls.append(torch.stack([positions, inputs.gather(1, positions), labels]))
    places, read, old = torch.stack(calls, dim=1)  # (calls, rows, slots) each
    _check_places(places.flatten(0, 1))
    masked, kept = read == MASK, read == old
    others = read[~masked & ~kept]
    _check_random_tokens(others)
    shares = [float(one.double().mean()) for one in (masked, ~masked & ~kept, ~masked & kept)]
    found = torch.tensor(
        [
            *shares,
            float((masked[..., 1:] == masked[..., :-1]).double().mean()),
            float((masked[:, 1:] == masked[:, :-1]).double().mean()),
            *(float((others == token).double().mean()) for token in (5, MANY - 1)),
        ]
    )
    found[-2:] = found[-2:].nan_to_num(1 / ORDINARY)  # there are none
    alike = 0.8**2 + 0.2**2
    right = torch.tensor(
        [0.8, 0.1 - 0.1 / ORDINARY, 0.1 + 0.1 / ORDINARY, alike, alike, *[1 / ORDINARY] * 2]
    )
    numbers = torch.tensor([masked.numel()] * 5 + [max(1, len(others))] * 2)
    spread = (right * (1 - right) / numbers).sqrt()
    fields = {"shares": " / ".join(f"{100 * share:.1f}" for share in shares)}
    return Look(
        "the shares",
        found / spread,
        right / spread,
        tolerance=SPREADS,
        unnamed=lambda found: "other-shares",
        details=lambda place: fields | {"token": MANY - 1 if place == (6,) else 5},
    )


def _check_places(positions: Tensor) -> None:
    counts = positions.flatten().bincount(minlength=LENGTH)[1 : LENGTH - 1].double()
    rows, share = len(positions), positions.shape[1] / (LENGTH - 2)
    mean, spread = rows * share, (rows * share * (1 - share)) ** 0.5
    off = int((counts - mean).abs().argmax())
    if abs(float(counts[off]) - mean) > 5.5 * spread:
        raise Wrong("not-uniform", position=off + 1, found=int(counts[off]), expected=round(mean))


def _check_random_tokens(others: Tensor) -> None:
    if not len(others):
        return
    if int(others.max()) >= MANY:
        raise Wrong("random-outside", found=int(others.max()), last=MANY - 1)
    if len(others.unique()) == 1:
        raise Wrong("random-one", found=int(others[0]))
    if special := int((others < 5).sum()):
        raise Wrong("random-special", found=special, number=len(others))


LOOKS = {"mask_tokens": look_at_masking}
