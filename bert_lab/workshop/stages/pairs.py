"""Stage 8, its first part: pairs of sentences, by their order and by many draws."""

from typing import Any

import torch

from bert_lab.workshop.findings import Wrong
from bert_lab.workshop.trial import Trial

SIZES = (4, 1, 3, 5, 2)  # sentences of each document; one has no neighbours in it
SEEDS = 400


def documents() -> list[list[str]]:
    """Sentences that say where they stand: "2.1" is sentence 1 of document 2."""
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
    trial.right("shares")


def _draw(trial: Trial, seed: int) -> list[tuple[str, str, int]]:
    pairs = trial.call(documents(), torch.Generator().manual_seed(seed))
    if not isinstance(pairs, list):
        raise Wrong("type", what="what it returns", expected="a list", found=type(pairs).__name__)
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 3:
            raise Wrong("no-triple", found=repr(pair)[:60])
        if not isinstance(pair[2], int):
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
    for first, second, is_next in pairs:
        fields = {"first": first, "second": second}
        if is_next and not _follows(first, second):
            raise Wrong("called-next", **fields)
        if not is_next and _follows(first, second):
            raise Wrong("called-random", **fields)
        if not is_next and second == first:
            raise Wrong("itself", **fields)
        if not is_next and _document(first) == _document(second):
            raise Wrong("same-document", **fields)


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
        others = {s for text in documents() for s in text if _document(s) != number}
        if len({_document(second) for second in own}) == 1:
            raise Wrong("one-other-document", document=number)
        if own != others:
            raise Wrong("never-drawn", missing=sorted(others - own)[0], document=number)
