"""Stage 1: tokens, segments and the sum of three embeddings."""

from functools import partial
from typing import Any

from torch import Tensor

from bert_core import BERTEncoder
from bert_lab.workshop.compare import Suspects, compare, expect_tensor
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.dropping import (
    DEFAULT,
    RATE,
    SCALES,
    all_masks,
    drop_fault,
    find_masks,
)
from bert_lab.workshop.stages.flaws import NORMS
from bert_lab.workshop.stages.oracle import (
    ORIGINAL,
    VECTORS,
    Case,
    build_from,
    call_still,
    check_cases,
    randint,
    randomised,
    strided,
    trained_twice,
)
from bert_lab.workshop.stages.redrawn import check_redrawn
from bert_lab.workshop.stages.tokens import check_tokens
from bert_lab.workshop.submission import Trial

B, T, D, V, MAX_LEN = 3, 5, 6, 11, 8


def check_embeddings(trial: Trial) -> None:
    core, sizes = _core(0.5), (V, D, MAX_LEN)
    tokens, segments = _input(B, T)
    built = build_from(trial, core, *sizes)
    trial.right("parts")
    output = call_still(trial, built, tokens, segments)
    expect_tensor(output, "the output", (B, T, D), core.pos_embedding)
    suspects = _suspects(core, tokens, segments)
    compare(output, core.embed(tokens, segments), VECTORS, suspects, what="the output")
    trial.right("sum")
    _check_small(trial, tokens, segments)
    trial.again(output, tokens, segments, on=built)
    _check_dropout(trial, core)
    check_cases(trial, core, build_from(trial, core, *sizes, 0.0), core.embed, _cases())
    check_redrawn(trial, build_from(trial, core, *sizes, RATE), tokens, segments)
    trial.right("dropout")


def _input(sequences: int, length: int) -> tuple[Tensor, Tensor]:
    tokens, segments = randint(V, sequences, length, seed=1), randint(2, sequences, length, seed=2)
    tokens[0, 0] = 0  # no id is special to a table
    return tokens, segments


def _cases() -> list[Case]:
    tokens, segments = _input(B, T)
    return [
        ("", (tokens, segments)),
        ("one sequence alone", _input(1, T)),
        ("one token alone", _input(B, 1)),
        ("sequences as long as max_len", _input(2, MAX_LEN)),
        ("numbers that are no neighbours in memory", (strided(tokens), strided(segments))),
    ]


def _core(scale: float) -> Any:
    return randomised(
        BERTEncoder(V, D, 1, 1, 0, 0.0, MAX_LEN, embedding_norm=True, **ORIGINAL), scale
    )


def _check_small(trial: Trial, tokens: Tensor, segments: Tensor) -> None:
    """Inputs as small as BERT's, 0.02, reveal the epsilon of the norm."""
    core = _core(0.02)
    output = trial.call(tokens, segments, on=build_from(trial, core, V, D, MAX_LEN))
    suspects = _suspects(core, tokens, segments)
    compare(output, core.embed(tokens, segments), VECTORS, suspects, what="the output")


def _check_dropout(trial: Trial, core: Any) -> None:
    tokens, segments = _input(16, MAX_LEN)
    built = build_from(trial, core, V, D, MAX_LEN, RATE)
    calls = trained_twice(trial, built, tokens, segments)
    summed = _summed(core, tokens, segments)
    X = core.embedding_norm(summed)[..., None, :]
    key = drop_fault(calls, lambda masks: X * masks, D)
    masks = SCALES[""] * all_masks(D)
    if (
        key == "dropout-elsewhere"
        and find_masks(
            calls[0], lambda masks: core.embedding_norm(summed[..., None, :] * masks), masks
        )
        is not None
    ):
        key = "dropout-before-norm"
    if key:
        raise Wrong(key)


def _summed(core: Any, tokens: Tensor, segments: Tensor) -> Tensor:
    position = core.pos_embedding[0, : tokens.shape[1]]
    return core.token_embedding(tokens) + core.segment_embedding(segments) + position


def _suspects(core: Any, tokens: Tensor, segments: Tensor) -> Suspects:
    token, segment = core.token_embedding(tokens), core.segment_embedding(segments)
    table = core.pos_embedding[0]
    position, norm = table[:T], core.embedding_norm
    norms = {key: partial(flaw, norm[0], token + segment + position) for key, flaw in NORMS.items()}
    return {
        "no-norm": lambda: token + segment + position,
        "no-position": lambda: norm(token + segment),
        "no-segment": lambda: norm(token + position),
        "no-token": lambda: norm(segment + position),
        "segments-swapped": lambda: norm(token + core.segment_embedding(1 - segments) + position),
        "positions-from-one": lambda: norm(token + segment + table[1 : T + 1]),
        "positions-from-the-right": lambda: norm(token + segment + position.flip(0)),
        "positions-from-the-end": lambda: norm(token + segment + table[-T:]),
        "positions-from-the-end-backwards": lambda: norm(token + segment + table[-T:].flip(0)),
        "positions-by-sequence": lambda: norm(token + segment + table[:B, None]),
        "one-position": lambda: norm(token + segment + table[0]),
        "position-is-token": lambda: norm(token + segment + table[tokens % MAX_LEN]),
        "position-is-segment": lambda: norm(token + segment + table[segments]),
        "norm-before-sum": lambda: norm(token) + segment + position,
        "norm-of-each": lambda: norm(token) + norm(segment) + norm(position),
        "dropout-scales-in-eval": lambda: (1 - DEFAULT) * norm(token + segment + position),
        "token-scaled": lambda: norm(token * D**0.5 + segment + position),
        "product": lambda: norm(token * segment * position),
    } | norms


CHECKS = {"get_tokens_and_segments": check_tokens, "Embeddings": check_embeddings}
