"""Stage 8, its first part: pairs of sentences, by their order and by many draws."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from bert_lab.workshop.compare import case
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.submission import Trial

SIZES = (4, 1, 3, 5, 2)  # sentences of each document; one has no neighbours in it
SEEDS = 320


def documents() -> list[list[str]]:
    """Documents whose sentences name their place: "2.1" is sentence 1 of document 2."""
    return [[f"{number}.{i}" for i in range(size)] for number, size in enumerate(SIZES)]


def _document(sentence: str) -> int:
    return int(sentence.split(".")[0])


def check_pairs(trial: Trial) -> None:
    drawn = [_draw(trial, seed) for seed in range(SEEDS)]
    trial.right("triples")
    firsts = [[first for first, _, _ in pairs] for pairs in drawn]
    _check_firsts(firsts[0])
    trial.right("firsts")
    flat = [pair for pairs in drawn for pair in pairs]
    _check_seconds(flat)
    trial.right("seconds")
    if all(pairs == drawn[0] for pairs in drawn) and len({pair[2] for pair in flat}) > 1:
        raise Wrong("always-the-same")
    _check_shares(flat)
    if drawn[0] != _draw(trial, 0):
        raise Wrong("state")
    _check_coins(torch.tensor([[pair[2] for pair in pairs] for pairs in drawn]))
    _check_draws(drawn)
    generator = torch.Generator().manual_seed(0)
    going_on = [_pairs(trial, documents(), generator) for _ in range(3)]
    if going_on[0] == going_on[1] == going_on[2]:
        raise Wrong("generator-restarted")
    with case("the fewest documents"):
        few = [["0.0", "0.1"], ["1.0", "1.1"]]
        flat = [pair for seed in range(20) for pair in _pairs(trial, few, _seeded(seed))]
        if len(flat) != 40:
            raise Wrong("other-firsts", found=len(flat) // 20, expected=2)
        _check_seconds(flat)
    _check_equal_texts(trial)
    trial.right("shares")


def _check_equal_texts(trial: Trial) -> None:
    """Two documents, or two sentences, with equal text are still two."""
    texts = [["a", "b", "a", "c"], ["a", "b", "a", "c"], ["d", "e"]]
    drawn = [_pairs(trial, texts, _seeded(seed)) for seed in range(60)]
    true = [(i, *pair) for i, text in enumerate(texts) for pair in pairwise(text)]
    false: list[set[str]] = [set(), set(), {"e"}]  # by document; none is its own
    for pairs in drawn:
        for (first, second, is_next), (number, *right) in zip(pairs, true, strict=True):
            if first != right[0] or (is_next and second != right[1]):
                raise Wrong("told-by-text", first=first)
            if second != right[1]:
                false[number].add(second)
    for seconds, text in zip(false, texts, strict=True):
        if seconds < {"a", "b", "c", "e"}:
            raise Wrong("told-by-text", first=text[0])


def _check_coins(coins: Tensor) -> None:
    """Each pair, (draws, pairs) of 0 and 1, has a coin of its own."""
    draws, number = coins.shape
    if float(coins.sum(dim=1).double().var()) < 0.1 * number / 4:
        raise Wrong("exactly-half")
    off = (coins.double().mean(dim=0) - 0.5).abs() * 2 * draws**0.5
    if float(off.max()) > 6:
        raise Wrong("coin-by-place", number=int(off.argmax()))
    for i in range(number):
        for j in range(i):
            same = float((coins[:, i] == coins[:, j]).double().mean())
            if abs(same - 0.5) * 2 * draws**0.5 > 6:
                raise Wrong("one-coin", first=j, second=i)


def _check_draws(drawn: list[list[tuple[str, str, int]]]) -> None:
    """Each false second sentence is drawn for itself, whatever comes first."""
    for number in range(len(drawn[0])):
        first, *_ = drawn[0][number]
        mine = {pairs[number][1] for pairs in drawn if not pairs[number][2]}
        if missing := _others(_document(first)) - mine:
            raise Wrong("second-by-first", first=first, missing=sorted(missing)[0])
        for before in range(number):
            both = [pairs for pairs in drawn if not pairs[number][2] and not pairs[before][2]]
            same = sum(pairs[number][1] == pairs[before][1] for pairs in both)
            if same > 0.75 * len(both):
                raise Wrong("one-draw-for-all")


def _seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def _draw(trial: Trial, seed: int) -> list[tuple[str, str, int]]:
    return _pairs(trial, documents(), _seeded(seed))


def _pairs(trial: Trial, texts: Any, generator: torch.Generator) -> list[tuple[str, str, int]]:
    pairs = trial.call(texts, generator, watched=False)
    if not isinstance(pairs, list):
        raise Wrong("type", what="what it returns", expected="a list", found=type(pairs).__name__)
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 3:
            raise Wrong("no-triple", found=repr(pair)[:60])
        if not isinstance(pair[2], int) or pair[2] not in (0, 1):
            raise Wrong("type", what="is_next", expected="0 or 1", found=type(pair[2]).__name__)
    return [(first, second, int(is_next)) for first, second, is_next in pairs]


def _check_firsts(firsts: list[str]) -> None:
    texts = documents()
    right = [sentence for text in texts for sentence in text[:-1]]
    everything = [sentence for text in texts for sentence in text]
    suspects: dict[str, Any] = {
        "across-documents": everything[:-1],
        "last-of-documents": everything,
        "every-second": [s for text in texts for s in text[:-1:2]],
        "first-pair-only": [text[0] for text in texts if len(text) > 1],
    }
    if firsts != right:
        for key, found in suspects.items():
            if firsts == found:
                raise Wrong(key, found=len(firsts), expected=len(right))
        key = "other-firsts" if sorted(firsts) != right else "order-changed"
        raise Wrong(key, found=len(firsts), expected=len(right))


def _follows(first: str, second: str) -> bool:
    number, place = first.split(".")
    return second == f"{number}.{int(place) + 1}"


def _check_seconds(pairs: list[tuple[str, str, int]]) -> None:
    true = [pair for pair in pairs if _follows(pair[0], pair[1])]
    if all(pair[2] == 0 for pair in true) and all(
        pair[2] == 1 for pair in pairs if not _follows(pair[0], pair[1])
    ):
        raise Wrong("labels-swapped")
    faults: dict[str, Callable[[str, str, int], Any]] = {
        "called-next": lambda first, second, is_next: is_next and not _follows(first, second),
        "called-random": lambda first, second, is_next: not is_next and _follows(first, second),
        "itself": lambda first, second, _: second == first,
        "same-document": lambda first, second, is_next: (
            not is_next and _document(first) == _document(second)
        ),
        "first-as-second": lambda first, second, is_next: not is_next and second.endswith(".0"),
    }
    for key, is_wrong in faults.items():
        for first, second, is_next in pairs:
            if is_wrong(first, second, is_next):
                raise Wrong(key, first=first, second=second)


def _others(number: int) -> set[str]:
    """Possible false second sentences in this document: they follow another elsewhere."""
    return {s for i, text in enumerate(documents()) for s in text[1:] if i != number}


def _check_shares(pairs: list[tuple[str, str, int]]) -> None:
    share = sum(is_next for *_, is_next in pairs) / len(pairs)
    if share in (0.0, 1.0):
        raise Wrong("always-next" if share else "never-next")
    if abs(share - 0.5) > 4.5 * 0.5 / len(pairs) ** 0.5:
        raise Wrong("not-half", share=f"{100 * share:.0f} %")
    seconds = {(_document(first), second) for first, second, is_next in pairs if not is_next}
    owners = [number for number, size in enumerate(SIZES) if size > 1]
    for number in owners:
        own = {second for owner, second in seconds if owner == number}
        others = _others(number)
        if len({_document(second) for second in own}) == 1:
            raise Wrong("one-other-document", document=number)
        if own != others:
            raise Wrong("never-drawn", missing=sorted(others - own)[0], document=number)
