"""Stage 6, by many draws: what stands in the place of chosen tokens, and where they are chosen."""

from collections.abc import Iterable
from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import CLS, MASK, SEP
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.chance import agree, check_independence, is_off, overlap
from bert_lab.workshop.submission import Trial

CALLS, ROWS, LENGTH, V = 20, 10, 1_001, 40  # 150 chosen in each row: 30,000
ORDINARY = V - 5
FEW = 5  # ordinary tokens: one random one in so many is the old one, by 5 spreads or more
ABSENT = 20  # an ordinary token that stands in no row
SIGMAS = 4.5  # by chance alone one right procedure in 50,000 is off by so much
# Shares of <mask>, of another token, and of the old one, that procedures with a mistake give.
RIGHT = (0.8, 0.1, 0.1)
SUSPECTS = {
    "81-10-9": (0.81, 0.1, 0.09),
    "always-mask": (1.0, 0.0, 0.0),
    "never-random": (0.8, 0.0, 0.2),
    "never-random-mask-more": (0.9, 0.0, 0.1),
    "never-kept": (0.8, 0.2, 0.0),
    "never-kept-mask-more": (0.9, 0.1, 0.0),
    "shares-reversed": (0.1, 0.1, 0.8),
    "second-draw-of-rest": (0.8, 0.02, 0.18),
    "random-first": (0.72, 0.1, 0.18),
    "random-after-mask": (0.72, 0.18, 0.1),
}


class Draws(NamedTuple):
    """The results of many calls, each (calls, rows, slots): places, tokens after and before."""

    places: Tensor
    read: Tensor
    old: Tensor

    @property
    def fates(self) -> Tensor:
        """0 for `<mask>`, 2 for the old token, 1 for another."""
        return torch.where(self.read == MASK, 0, torch.where(self.read == self.old, 2, 1))


def check_draws(trial: Trial) -> None:
    """Raise `Wrong` for shares or places that chance can't explain."""
    row = torch.randint(5, V, (LENGTH,), generator=torch.Generator().manual_seed(9))
    row[row == ABSENT] += 1
    row[0], row[-1] = CLS, SEP
    tokens = row.expand(ROWS, -1).clone()  # all alike, so that rows can be compared
    seeds = (torch.Generator().manual_seed(seed) for seed in range(CALLS))
    draws = _draws(trial, tokens, seeds)
    _check_all_chosen(row, draws.old)
    _check_places(draws.places.flatten(0, 1))
    fates = draws.fates
    _check_own_draws(fates == 0)
    _check_random_tokens(draws.read[fates == 1])
    _check_alike(draws, ("calls-alike", "fates-alike", "random-alike"))
    _check_shares(fates.flatten())
    check_independence(draws.places, draws.old, draws.read, fates)
    again = "generator-restarted"
    going_on = [torch.Generator().manual_seed(CALLS)] * CALLS
    few = torch.where(tokens < 5, tokens, 5 + tokens % FEW)
    draws = _draws(trial, few, going_on, 5 + FEW)
    _check_alike(draws, (again, again, again))
    _check_never_itself(draws.fates.flatten())


def _draws(
    trial: Trial, tokens: Tensor, generators: Iterable[torch.Generator], vocab_size: int = V
) -> Draws:
    calls = []
    for generator in generators:
        inputs, positions, _, labels = trial.call(tokens, vocab_size, generator, watched=False)
        if bool((positions == positions[0]).all()):
            raise Wrong("same-for-all-rows")
        calls.append((positions, inputs.gather(1, positions), labels))
    return Draws(*map(torch.stack, zip(*calls, strict=True)))


def _check_alike(draws: Draws, keys: tuple[str, str, str]) -> None:
    """Calls are independent: in places, fates and tokens."""
    if is_off(overlap(draws.places[1:], draws.places[:-1])):
        raise Wrong(keys[0])
    fates = draws.fates
    if agree(fates[1:] == 0, fates[:-1] == 0):
        raise Wrong(keys[1])
    both = (fates[1:] == 1) & (fates[:-1] == 1)
    same = (draws.read[1:] == draws.read[:-1])[both].double()
    if len(same) > 50 and float(same.mean()) > 0.5:
        raise Wrong(keys[2])


def _check_all_chosen(row: Tensor, old: Tensor) -> None:
    """Each ordinary token of the row is chosen at some time, in hundreds of draws."""
    never = (row.bincount(minlength=V) > 0) & (old.flatten().bincount(minlength=V)[:V] == 0)
    if bool(never[5:].any()):
        raise Wrong("never-chosen", token=5 + int(never[5:].nonzero()[0]))


def _check_places(positions: Tensor) -> None:
    counts = positions.flatten().bincount(minlength=LENGTH)[1 : LENGTH - 1].double()
    share = positions.shape[1] / (LENGTH - 2)
    rows = len(positions)
    mean, spread = rows * share, (rows * share * (1 - share)) ** 0.5
    off = int((counts - mean).abs().argmax())
    if abs(float(counts[off]) - mean) > 6 * spread:
        raise Wrong("not-uniform", position=off + 1, found=int(counts[off]), expected=round(mean))


def _check_own_draws(masked: Tensor) -> None:
    """Where `<mask>` stands, (calls, rows, slots): never the same in a whole row or call."""
    if masked.all() or not masked.any():
        return
    if bool((masked == masked[:, :1]).all()):
        raise Wrong("one-fate-for-all")
    if bool((masked == masked[:, :, :1]).all()):
        raise Wrong("one-fate-a-row")


def _check_random_tokens(others: Tensor) -> None:
    if not len(others):
        return
    counts = others.bincount(minlength=V)
    if len(counts) > V:
        raise Wrong("random-outside", found=int(others.max()), last=V - 1)
    if counts[1] == len(others):
        raise Wrong("random-unk")
    if len(others.unique()) == 1:
        raise Wrong("random-one", found=int(others[0]))
    if bool(counts[:4].any()):
        raise Wrong("random-special", found=int(counts[:4].sum()), number=len(others))
    if len(others) > 20 * ORDINARY:
        if not counts[ABSENT]:
            raise Wrong("random-from-batch")
        for key, token in (("random-not-last", V - 1), ("random-not-first", 5)):
            if not counts[token]:
                raise Wrong(key, token=token)


def _check_shares(fates: Tensor) -> None:
    found = [float((fates == fate).double().mean()) for fate in range(3)]
    if _fits(found, RIGHT, len(fates)):
        return
    percentages = " / ".join(f"{100 * share:.1f}" for share in found)
    for key, shares in SUSPECTS.items():
        if _fits(found, shares, len(fates)):
            raise Wrong(key, shares=percentages)
    raise Wrong("other-shares", shares=percentages)


def _check_never_itself(fates: Tensor) -> None:
    """With few ordinary tokens, a random one is often the old one."""
    kept = float((fates == 2).double().mean())
    if kept < 0.1 + 0.05 / FEW:
        raise Wrong("random-never-itself", share=f"{100 * kept:.1f} %", tokens=FEW)


def _fits(found: list[float], shares: tuple[float, ...], number: int) -> bool:
    """Whether the observed shares fit these; a random token may equal the old one."""
    mask, other, kept = shares
    seen = (mask, other * (1 - 1 / ORDINARY), kept + other / ORDINARY)
    spreads = [max(1 / number, (share * (1 - share) / number) ** 0.5) for share in seen]
    return all(
        abs(a - b) <= SIGMAS * spread for a, b, spread in zip(found, seen, spreads, strict=True)
    )
