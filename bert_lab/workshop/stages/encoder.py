"""Stage 5: the encoder."""

from functools import partial
from typing import cast

import torch
from torch import Tensor

from bert_core import BERTEncoder, attention_mask
from bert_lab.workshop.compare import compare, expect_tensor
from bert_lab.workshop.stages.oracle import (
    ORIGINAL,
    VECTORS,
    call_still,
    check_dropped,
    check_gradients,
    drawn,
    filled,
)
from bert_lab.workshop.trial import Trial

B, T, D, N, FFN, BLOCKS, V, MAX_LEN = 2, 5, 12, 4, 7, 3, 11, 9
SIZES = (V, D, FFN, N, BLOCKS)


def check_encoder(trial: Trial) -> None:
    core = BERTEncoder(*SIZES, 0.0, MAX_LEN, embedding_norm=True, **ORIGINAL)
    core = cast(BERTEncoder, drawn(core))
    generator = torch.Generator().manual_seed(5)
    tokens = torch.randint(V, (B, T), generator=generator)
    segments, lens = torch.tensor([[0, 0, 1, 1, 0], [0, 0, 0, 1, 1]]), torch.tensor([4, 3])
    built = filled(trial, core, *SIZES, 0.0, MAX_LEN)
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
        "padding-zeroed": lambda: right * (torch.arange(T) < lens[:, None])[:, :, None],
    }
    compare(output, right, VECTORS, suspects, what="the output")
    trial.right("masked")
    trial.again(output, tokens, segments, lens, on=built)
    check_gradients(trial, built, tokens, segments, lens)
    _check_dropout(trial, core, tokens, segments)
    trial.right("dropout")


def _passed(core: BERTEncoder, tokens: Tensor, segments: Tensor, lens: Tensor, blocks) -> Tensor:
    """The output if only these blocks are told of padding."""
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
        "segments-ignored": lambda: core(tokens, segments * 0),
        "arguments-swapped": lambda: core(segments, tokens),
        "embeddings-added-again": lambda: through(*range(BLOCKS)) + X,
        "blocks-added-up": lambda: sum((through(*range(n + 1)) for n in range(BLOCKS)), X),
    }


def _check_dropout(trial, core, tokens, segments):
    """If dropout drops everything, the embeddings are zero, and only the norms are left."""

    def left(X):
        for block in core.blks:
            X = block.addnorm2.norm(block.addnorm1.norm(X))
        return X

    def blocks_only():
        return left(core.embed(tokens, segments))

    def embeddings_only():
        X = torch.zeros(B, T, D)
        for block in core.blks:
            X = block(X)
        return X

    suspects = {
        "no-dropout": lambda: core(tokens, segments),
        "dropout-not-passed-to-embeddings": blocks_only,
        "dropout-not-passed-to-blocks": embeddings_only,
    }
    dropped = filled(trial, core, *SIZES, 1.0, MAX_LEN)
    check_dropped(trial, dropped, (tokens, segments), left(torch.zeros(B, T, D)), suspects)


CHECKS = {"Encoder": check_encoder}
