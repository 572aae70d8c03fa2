"""Stage 8: pairs, the head for next sentences, and the whole model."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

from bert_core import BERTModel, pairs
from bert_lab.workshop.compare import Look, case, expect_tuple, expect_type
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.common import (
    ORIGINAL,
    RATE,
    case_looks,
    check_gradients,
    dropout_look,
    parameters_of,
    randint,
    randn,
    randomised,
    strided,
    training_looks,
)
from bert_lab.workshop.submission import Trial
from bert_lab.workshop.weights import fill

DOCUMENTS = (4, 1, 3, 5, 2)  # sentences of each; one has no neighbours in it
SEEDS = 320
Pair = tuple[str, str, int]


def documents() -> list[Any]:
    """Documents whose sentences name their place: "2.1" is sentence 1 of document 2."""
    return [[f"{number}.{i}" for i in range(size)] for number, size in enumerate(DOCUMENTS)]


def look_at_pairs(trial: Trial) -> Iterator[Look | str]:
    drawn = [_pairs(trial, documents(), _seeded(seed)) for seed in range(SEEDS)]
    yield "triples"
    right = [pair.first for pair in pairs.sentence_pairs(documents(), _seeded(0)).pairs]
    firsts = [first for first, _, _ in drawn[0]]
    yield Look("firsts", firsts, right, ("sequence",), unnamed=lambda found: "other-firsts")
    yield "firsts"
    flat = [pair for some in drawn for pair in some]
    _check_seconds(flat)
    yield "seconds"
    if all(some == drawn[0] for some in drawn) and len({pair[2] for pair in flat}) > 1:
        raise Wrong("always-the-same")
    _check_shares(flat)
    if drawn[0] != _pairs(trial, documents(), _seeded(0)):
        raise Wrong("state")
    generator = _seeded(0)
    going_on = [_pairs(trial, documents(), generator) for _ in range(3)]
    if going_on[0] == going_on[1] == going_on[2]:
        raise Wrong("generator-restarted")
    with case("the fewest documents"):
        few = [["0.0", "0.1"], ["1.0", "1.1"]]
        flat = [pair for seed in range(20) for pair in _pairs(trial, few, _seeded(seed))]
        if len(flat) != 40:
            raise Wrong("other-firsts", found=len(flat) // 20, expected=2)
        _check_seconds(flat)
    yield "shares"


def _seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def _pairs(trial: Trial, texts: Any, generator: torch.Generator) -> list[Pair]:
    found = expect_type(trial.call(texts, generator), "what it returns", list, "a list")
    for pair in found:
        if not isinstance(pair, tuple | list) or len(pair) != 3:
            raise Wrong("no-triple", found=repr(pair)[:60])
        expect_type(pair[2], "is_next", int, "0 or 1")
    return [(first, second, int(is_next)) for first, second, is_next in found]


def _document(sentence: str) -> int:
    return int(sentence.split(".")[0])


def _follows(first: str, second: str) -> bool:
    number, place = first.split(".")
    return second == f"{number}.{int(place) + 1}"


def _check_seconds(found: list[Pair]) -> None:
    if all(is_next != _follows(first, second) for first, second, is_next in found):
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
        for first, second, is_next in found:
            if is_wrong(first, second, is_next):
                raise Wrong(key, first=first, second=second)


def _check_shares(found: list[Pair]) -> None:
    share = sum(is_next for *_, is_next in found) / len(found)
    if share in (0.0, 1.0):
        raise Wrong("always-next" if share else "never-next")
    if abs(share - 0.5) > 4.5 * 0.5 / len(found) ** 0.5:
        raise Wrong("not-half", share=f"{100 * share:.0f} %")
    for number in (number for number, size in enumerate(DOCUMENTS) if size > 1):
        seconds = {b for a, b, is_next in found if not is_next and _document(a) == number}
        others = {s for text in documents() for s in text[1:] if _document(s) != number}
        if missing := others - seconds:
            raise Wrong("never-drawn", missing=sorted(missing)[0], document=number)


B, T, D, N, FFN, BLOCKS, V, MAX_LEN, P = 3, 5, 8, 4, 7, 1, 11, 9, 6
CLASSES = ("sequence", "class")
WORDS = ("sequence", "slot", "token")


def _core(size: int = D, others: tuple[int, int, int] = (FFN, N, BLOCKS), rate: float = 0) -> Any:
    switches = {"embedding_norm": True, "tied_decoder": True, **ORIGINAL}
    return randomised(BERTModel(V, size, *others, rate, MAX_LEN, **switches))


def look_at_head(trial: Trial) -> Iterator[Look | str]:
    core, X = _core(), randn(B, T, D, seed=8)
    built = trial.build_from(core, D)
    yield "parts"

    def right(X: Tensor) -> Tensor:
        return core.nsp(core.hidden(X[:, 0]))

    yield Look("the logits", trial.call(X, on=built), right(X), CLASSES)
    yield "logits"
    cases = [
        ("one sequence alone", (X[:1],)),
        ("one token alone", (X[:, :1],)),
        ("numbers that are no neighbours in memory", (strided(X),)),
    ]
    yield from case_looks(trial, built, right, cases, "the logits", CLASSES)
    yield from training_looks(trial, core, built, right, (X,), "the logits", CLASSES)


def look_at_bert(trial: Trial) -> Iterator[Look | str]:
    core = _core()
    tokens, segments = randint(V, B, T, seed=8), randint(2, B, T, seed=9)
    args = tokens, segments, torch.tensor([4, 3, 2]), randint(T, B, P, seed=10)
    built = trial.build(V, D, FFN, N, BLOCKS, 0.0, MAX_LEN)
    found = fill(built, core, "BERT")
    if found["mlm.decoder.weight"] is not found["encoder.embeddings.token.weight"]:
        raise Wrong("untied")
    yield "parts"
    yield from _both(trial, built, core, args)
    yield "logits"
    sizes = 6, (FFN, 2, BLOCKS)
    dropping = _core(*sizes, RATE).train()
    mine = trial.build_from(dropping, V, 6, FFN, 2, BLOCKS, RATE, MAX_LEN).train()
    row = tokens[:1, :2], segments[:1, :2], torch.tensor([2]), torch.tensor([[0, 1]])
    otherwise = "dropout-otherwise"
    yield dropout_look(trial, _logits(dropping), mine, row, unnamed=lambda found: otherwise)
    longest = randint(V, 2, MAX_LEN, seed=3), randint(2, 2, MAX_LEN, seed=4)
    for name, some in (
        ("one sequence alone", tuple(one[:1] for one in args)),
        ("one slot alone", (*args[:3], args[3][:, :1])),
        ("sequences as long as max_len", (*longest, torch.tensor([9, 4]), randint(9, 2, 3))),
    ):
        with case(name):
            yield from _both(trial, built, core, some, name)
    other = _core(D, (5, 4, 2))
    made = trial.build_from(other, V, D, 5, 4, 2, 0.0, MAX_LEN)
    yield from _both(trial, made, other, args, "other sizes")
    check_gradients(trial, built, _logits(core), args, parameters_of(trial, built, core))
    yield "dropout"


def _logits(core: BERTModel) -> Callable[..., tuple[Tensor, Tensor]]:
    """The two results of `bert_core`'s model that the reader's has as well."""
    return lambda *args: core(*args)[1:]


def _both(
    trial: Trial, built: Any, core: BERTModel, args: tuple[Tensor, ...], name: str = ""
) -> Iterator[Look]:
    found = expect_tuple(trial.call(*args, on=built), ("words", "is_next"))
    words, is_next = _logits(core)(*args)
    yield Look("the words' logits", found[0], words, WORDS, name)
    yield Look("the pairs' logits", found[1], is_next, CLASSES, name)


LOOKS = {"sentence_pairs": look_at_pairs, "NextSentenceHead": look_at_head, "BERT": look_at_bert}
