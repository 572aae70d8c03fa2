"""Stage 1: tokens, segments and the sum of three embeddings."""

from typing import Any

import torch
from torch import Tensor

from bert_core import BERTEncoder, get_tokens_and_segments
from bert_lab.workshop.compare import Suspects, compare, expect_tensor, expect_tuple, where
from bert_lab.workshop.findings import Wrong
from bert_lab.workshop.stages.oracle import (
    ORIGINAL,
    VECTORS,
    call_still,
    check_dropped,
    check_gradients,
    drawn,
    filled,
    with_eps,
)
from bert_lab.workshop.trial import Trial

B, T, D, V, MAX_LEN = 3, 5, 6, 11, 8
FIRST, SECOND = ["a", "crane"], ["it", "flies", "south"]


def check_tokens(trial: Trial) -> None:
    for args, kind in (((FIRST,), "single"), ((FIRST, SECOND), "pair")):
        tokens, segments = expect_tuple(trial.call(*args), ("tokens", "segments"))
        for value, what in ((tokens, "tokens"), (segments, "segments")):
            if not isinstance(value, list):
                raise Wrong("type", what=what, expected="a list", found=type(value).__name__)
        right_tokens, right_segments = get_tokens_and_segments(*args)
        _compare_lists(tokens, right_tokens, "token", _wrong_tokens(*args))
        trial.right(f"{kind}-tokens")
        segments = [int(segment) for segment in segments]
        _compare_lists(segments, right_segments, "segment", _wrong_segments(right_tokens, *args))
        trial.right(f"{kind}-segments")


def _wrong_tokens(a, b=None):
    if b is None:
        return {
            "no-cls": [*a, "<sep>"],
            "no-sep": ["<cls>", *a],
            "sep-too-many": ["<cls>", *a, "<sep>", "<sep>"],
        }
    return {
        "no-last-sep": ["<cls>", *a, "<sep>", *b],
        "no-first-sep": ["<cls>", *a, *b, "<sep>"],
        "second-cls": ["<cls>", *a, "<sep>", "<cls>", *b, "<sep>"],
        "second-ignored": ["<cls>", *a, "<sep>"],
        "texts-swapped": ["<cls>", *b, "<sep>", *a, "<sep>"],
    }


def _wrong_segments(tokens, a, b=()):
    n, m = len(a), len(b)
    wrong = {
        "segments-from-one": [1] * (n + 2) + [2] * (m + 1 if m else 0),
        "segments-too-short": [0] * n + [1] * m,
    }
    if m:
        wrong |= {
            "sep-in-second": [0] * (n + 1) + [1] * (m + 2),
            "cls-forgotten": [0] * (n + 1) + [1] * (m + 1),
            "last-sep-in-first": [0] * (n + 2) + [1] * m + [0],
            "segments-all-zero": [0] * len(tokens),
        }
    return wrong


def _compare_lists(found, expected, what, suspects):
    if found == expected:
        return
    for key, value in suspects.items():
        if found == value:
            raise Wrong(key, found=found, expected=expected)
    if len(found) != len(expected):
        raise Wrong("list-length", what=f"{what}s", found=len(found), expected=len(expected))
    place = next(
        i for i, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1]
    )
    fields = {"place": where((place,), (what,)), "found": found[place], "expected": expected[place]}
    raise Wrong("different-list", what=f"{what}s", **fields)


def check_embeddings(trial: Trial) -> None:
    sizes = (V, D, MAX_LEN)
    core = _core(0.5)
    generator = torch.Generator().manual_seed(1)
    tokens = torch.randint(V, (B, T), generator=generator)
    segments = torch.randint(2, (B, T), generator=generator)
    built = filled(trial, core, *sizes)
    trial.right("parts")
    output = call_still(trial, built, tokens, segments)
    expect_tensor(output, "the output", (B, T, D), core.pos_embedding)
    right = core.embed(tokens, segments)
    compare(output, right, VECTORS, _suspects(core, tokens, segments), what="the output")
    trial.right("sum")
    check_gradients(trial, built, tokens, segments)
    _check_small(trial, tokens, segments)
    trial.again(output, tokens, segments, on=built)
    dropped = filled(trial, core, *sizes, 1.0)
    suspects = {
        "no-dropout": lambda: right,
        "dropout-before-norm": lambda: core.embedding_norm[0].bias.expand(B, T, D),
    }
    check_dropped(trial, dropped, (tokens, segments), torch.zeros(B, T, D), suspects)
    trial.right("dropout")


def _core(scale: float) -> Any:
    return drawn(BERTEncoder(V, D, 1, 1, 0, 0.0, MAX_LEN, embedding_norm=True, **ORIGINAL), scale)


def _check_small(trial, tokens, segments):
    """With numbers as small as BERT's, 0.02, the epsilon of the norm is seen."""
    core = _core(0.02)
    output = trial.call(tokens, segments, on=filled(trial, core, V, D, MAX_LEN))
    suspects = _suspects(core, tokens, segments)
    compare(output, core.embed(tokens, segments), VECTORS, suspects, what="the output")


def _suspects(core: Any, tokens: Tensor, segments: Tensor) -> Suspects:
    token, segment = core.token_embedding(tokens), core.segment_embedding(segments)
    table = core.pos_embedding[0]
    position, norm = table[:T], core.embedding_norm
    by_sequence = table[:B, None]
    return {
        "no-norm": lambda: token + segment + position,
        "no-position": lambda: norm(token + segment),
        "no-segment": lambda: norm(token + position),
        "positions-from-one": lambda: norm(token + segment + table[1 : T + 1]),
        "positions-by-sequence": lambda: norm(token + segment + by_sequence),
        "one-position": lambda: norm(token + segment + table[0]),
        "position-is-token": lambda: norm(token + segment + table[tokens % MAX_LEN]),
        "norm-before-sum": lambda: norm(token) + segment + position,
        "norm-of-each": lambda: norm(token) + norm(segment) + norm(position),
        "token-scaled": lambda: norm(token * D**0.5 + segment + position),
        "product": lambda: norm(token * segment * position),
        "norm-eps": lambda: with_eps(norm[0], token + segment + position, 1e-5),
        "norm-eps-6": lambda: with_eps(norm[0], token + segment + position, 1e-6),
    }


CHECKS = {"get_tokens_and_segments": check_tokens, "Embeddings": check_embeddings}
