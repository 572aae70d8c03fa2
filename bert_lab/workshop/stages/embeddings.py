"""Stage 1: tokens, segments and the sum of three embeddings."""

from collections.abc import Iterator
from typing import Any

from torch import Tensor

from bert_core import BERTEncoder, get_tokens_and_segments
from bert_lab.workshop.compare import Look, case, expect_tuple, expect_type
from bert_lab.workshop.stages.common import (
    ORIGINAL,
    RATE,
    VECTORS,
    Case,
    case_looks,
    dropout_look,
    randint,
    randomised,
    strided,
    training_looks,
)
from bert_lab.workshop.submission import Trial

B, T, D, V, MAX_LEN = 3, 5, 6, 11, 8
FIRST, SECOND = ["a", "crane"], ["it", "flies", "south"]


def look_at_tokens(trial: Trial) -> Iterator[Look | str]:
    for args, kind in (((FIRST,), "single"), ((FIRST, SECOND), "pair")):
        tokens, segments = _text_looks(trial, args)
        yield tokens
        yield f"{kind}-tokens"
        yield segments
        yield f"{kind}-segments"
    for name, args in (
        ("texts of other lengths", (SECOND + FIRST, SECOND)),
        ("an empty first text", ([],)),
        ("an empty second text", (FIRST, [])),
        ("a space in a token", (["New York"], FIRST)),
    ):
        with case(name):
            looks = _text_looks(trial, args, name)
        yield from looks


def _text_looks(trial: Trial, args: tuple[list[str], ...], name: str = "") -> tuple[Look, Look]:
    found = expect_tuple(trial.call(*args), ("tokens", "segments"))
    right = get_tokens_and_segments(*args)
    for value, what in zip(found, ("tokens", "segments"), strict=True):
        expect_type(value, what, list, "a list")
    for segment in found[1]:
        expect_type(segment, "segments", int, "whole numbers")
    return (
        Look("tokens", found[0], right[0], ("token",), name),
        Look("segments", found[1], right[1], ("segment",), name),
    )


def look_at_embeddings(trial: Trial) -> Iterator[Look | str]:
    core, sizes = _core(0.5), (V, D, MAX_LEN)
    built = trial.build_from(core, *sizes)
    yield "parts"
    args = _input(B, T)
    yield Look("the output", trial.call(*args, on=built), core.embed(*args), VECTORS)
    yield "sum"
    small = _core(0.02)  # inputs as small as BERT's, 0.02, reveal the epsilon of the norm
    found = trial.call(*args, on=trial.build_from(small, *sizes))
    yield Look("the output", found, small.embed(*args), VECTORS)
    dropping = trial.build_from(core, *sizes, RATE).train()
    core.embedding_norm[1].p = RATE
    embed = core.train().embed
    one = _input(1, T)
    yield dropout_look(trial, embed, dropping, one, unnamed=lambda found: "dropout-elsewhere")
    core.eval()
    yield from case_looks(trial, built, core.embed, _cases())
    yield from training_looks(trial, core, trial.build(*sizes, 0.0), core.embed, args)
    yield "dropout"


def _input(sequences: int, length: int) -> tuple[Tensor, Tensor]:
    tokens, segments = randint(V, sequences, length, seed=1), randint(2, sequences, length, seed=2)
    tokens[0, 0] = 0  # no id is special to a table
    return tokens, segments


def _cases() -> list[Case]:
    tokens, segments = _input(B, T)
    return [
        ("one sequence alone", _input(1, T)),
        ("one token alone", _input(B, 1)),
        ("sequences as long as max_len", _input(2, MAX_LEN)),
        ("numbers that are no neighbours in memory", (strided(tokens), strided(segments))),
    ]


def _core(scale: float) -> Any:
    encoder = BERTEncoder(V, D, 1, 1, 0, 0.0, MAX_LEN, embedding_norm=True, **ORIGINAL)
    return randomised(encoder, scale)


LOOKS = {"get_tokens_and_segments": look_at_tokens, "Embeddings": look_at_embeddings}
