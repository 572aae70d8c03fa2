"""Stage 5: the encoder."""

from functools import partial
from typing import cast

import torch
from torch import Tensor

from bert_core import BERTEncoder, attention_mask
from bert_lab.workshop.compare import compare, expect_tensor
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.dropping import RATE
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
from bert_lab.workshop.stages.passing import EMBEDDINGS, NOT_PASSED, faults, sites
from bert_lab.workshop.stages.redrawn import check_redrawn
from bert_lab.workshop.submission import Trial

B, T, D, N, FFN, BLOCKS, V, MAX_LEN = 2, 5, 12, 4, 7, 3, 11, 9
SIZES = (V, D, FFN, N, BLOCKS)
SMALL = 4  # D, where all ways to drop are tried


def check_encoder(trial: Trial) -> None:
    core = _core()
    generator = torch.Generator().manual_seed(5)
    tokens = torch.randint(V, (B, T), generator=generator)
    segments, lens = torch.tensor([[0, 0, 1, 1, 0], [0, 0, 0, 1, 1]]), torch.tensor([4, 3])
    built = build_from(trial, core, *SIZES, RATE, MAX_LEN)
    trial.right("parts")
    few = tokens % 2  # so that they can change places with the segments, and no table is too short
    output = call_still(trial, built, few, segments)
    expect_tensor(output, "the output", (B, T, D), core.pos_embedding)
    compare(output, core(few, segments), VECTORS, _suspects(core, few, segments), what="the output")
    trial.right("unmasked")
    output = call_still(trial, built, tokens, segments, lens)
    right, passed = core(tokens, segments, lens), partial(_passed, core, tokens, segments, lens)
    suspects = {
        "lens-not-passed": lambda: core(tokens, segments),
        "lens-for-first-block": partial(passed, [0]),
        "lens-for-last-block": partial(passed, [BLOCKS - 1]),
        "one-key-too-many": lambda: core(tokens, segments, (lens + 1).clamp(max=T)),
        "one-key-too-few": lambda: core(tokens, segments, lens - 1),
        "padding-zeroed": lambda: right * (torch.arange(T) < lens[:, None])[:, :, None],
    }
    compare(output, right, VECTORS, suspects, what="the output")
    trial.right("masked")
    trial.again(output, tokens, segments, lens, on=built)
    _check_dropout(trial)
    cases = _cases(tokens, segments, lens)
    check_cases(trial, core, trial.build(*SIZES, 0.0, MAX_LEN), core, cases)
    other = _core((V, D, 5, 3, 1))
    built = trial.build(V, D, 5, 3, 1, 0.0, MAX_LEN)
    check_cases(trial, other, built, other, [("other sizes", (tokens, segments, lens))])
    dropping = build_from(trial, other, V, D, 5, 3, 1, RATE, MAX_LEN)
    check_redrawn(trial, dropping, tokens, segments, lens)
    trial.right("dropout")


def _core(sizes: tuple[int, int, int, int, int] = SIZES) -> BERTEncoder:
    core = BERTEncoder(*sizes, 0.0, MAX_LEN, embedding_norm=True, **ORIGINAL)
    return cast(BERTEncoder, randomised(core))


def _cases(tokens: Tensor, segments: Tensor, lens: Tensor) -> list[Case]:
    longest = randint(V, 3, MAX_LEN, seed=3), randint(2, 3, MAX_LEN, seed=4)
    return [
        ("", (tokens, segments, lens)),
        ("no valid lengths", (tokens, segments, None)),
        ("one sequence alone", (tokens[:1], segments[:1], lens[:1])),
        ("one token alone", (tokens[:, :1], segments[:, :1], None)),
        ("sequences as long as max_len", (*longest, torch.tensor([3, 9, 1]))),
        ("numbers that are no neighbours in memory", (strided(tokens), strided(segments), lens)),
    ]


def _passed(core: BERTEncoder, tokens: Tensor, segments: Tensor, lens: Tensor, blocks) -> Tensor:
    """The output if only these blocks get the padding mask."""
    X, mask = core.embed(tokens, segments), attention_mask(lens, T)
    for number, block in enumerate(core.blks):
        X = block(X, mask if number in blocks else None)
    return X


def _suspects(core, tokens, segments):
    X = core.embed(tokens, segments)

    def through(*numbers):
        output = X
        for number in numbers:
            output = core.blks[number](output)
        return output

    return {
        "last-block-alone": partial(through, BLOCKS - 1),
        "first-block-alone": partial(through, 0),
        "one-block-too-few": partial(through, *range(BLOCKS - 1)),
        "first-block-left-out": partial(through, *range(1, BLOCKS)),
        "first-block-again-and-again": partial(through, *[0] * BLOCKS),
        "last-block-twice": partial(through, *range(BLOCKS), BLOCKS - 1),
        "blocks-reversed": partial(through, *reversed(range(BLOCKS))),
        "no-blocks": through,
        "tokens-ignored": lambda: core(tokens * 0, segments),
        "blocks-side-by-side": lambda: sum((block(X) for block in core.blks), 0 * X),
        "segments-ignored": lambda: core(tokens, segments * 0),
        "arguments-swapped": lambda: core(segments, tokens),
        "embeddings-added-again": lambda: through(*range(BLOCKS)) + X,
        "blocks-added-up": lambda: sum((through(*range(n + 1)) for n in range(BLOCKS)), X),
    }


def _check_dropout(trial: Trial) -> None:
    sizes = V, SMALL, FFN, 2, BLOCKS - 1
    tokens, segments = randint(V, 16, MAX_LEN, seed=1), randint(2, 16, MAX_LEN, seed=2)

    def called(core):
        built = build_from(trial, core, *sizes, RATE, MAX_LEN)
        return trained_twice(trial, built, tokens, segments)

    found = faults(lambda: _core(sizes), called, tokens, segments)
    if len(found) == len(sites(_core(sizes))) and set(found.values()) == {"no-dropout"}:
        raise Wrong("no-dropout")
    if found.get((EMBEDDINGS, "")) in NOT_PASSED:
        raise Wrong("dropout-not-passed-to-embeddings")
    if NOT_PASSED & set(found.values()):
        raise Wrong("dropout-not-passed-to-blocks")
    if found:
        raise Wrong("dropout-otherwise")


CHECKS = {"Encoder": check_encoder}
