"""Stage 5: the encoder."""

from collections.abc import Iterator

import torch

from bert_core import BERTEncoder
from bert_lab.workshop.compare import Look
from bert_lab.workshop.stages.common import (
    ORIGINAL,
    RATE,
    VECTORS,
    case_looks,
    dropout_look,
    randint,
    randomised,
    strided,
    training_looks,
)
from bert_lab.workshop.submission import Trial

B, T, D, N, FFN, BLOCKS, V, MAX_LEN = 2, 5, 12, 4, 7, 3, 11, 9
SIZES = (V, D, FFN, N, BLOCKS)


def look_at_encoder(trial: Trial) -> Iterator[Look | str]:
    core = _core(SIZES)
    tokens, lens = randint(V, B, T, seed=5), torch.tensor([4, 3])
    segments = torch.tensor([[0, 0, 1, 1, 0], [0, 0, 0, 1, 1]])
    built = trial.build_from(core, *SIZES, RATE, MAX_LEN)
    yield "parts"
    few = tokens % 2  # so that they can change places with the segments, and no table is too short
    yield Look("the output", trial.call(few, segments, on=built), core(few, segments), VECTORS)
    yield "unmasked"
    args = tokens, segments, lens
    yield Look("the output", trial.call(*args, on=built), core(*args), VECTORS)
    yield "masked"
    small = (V, 6, FFN, 2, 2)
    dropping = _core(small, RATE).train()
    mine = trial.build_from(dropping, *small, RATE, MAX_LEN).train()
    row = tokens[:1, :2], segments[:1, 1:3]
    otherwise = "dropout-otherwise"
    yield dropout_look(trial, dropping, mine, row, unnamed=lambda found: otherwise)
    longest = randint(V, 3, MAX_LEN, seed=3), randint(2, 3, MAX_LEN, seed=4)
    cases = [
        ("no valid lengths", (tokens, segments, None)),
        ("one sequence alone", (tokens[:1], segments[:1], lens[:1])),
        ("one token alone", (tokens[:, :1], segments[:, :1], None)),
        ("sequences as long as max_len", (*longest, torch.tensor([3, 9, 1]))),
        ("numbers that are no neighbours in memory", (strided(tokens), strided(segments), lens)),
    ]
    yield from case_looks(trial, built, core, cases)
    other = _core((V, D, 5, 3, 1))
    made = trial.build_from(other, V, D, 5, 3, 1, 0.0, MAX_LEN)
    yield from case_looks(trial, made, other, [("other sizes", args)])
    yield from training_looks(trial, core, trial.build(*SIZES, 0.0, MAX_LEN), core, args)
    yield "dropout"


def _core(sizes: tuple[int, int, int, int, int], dropout: float = 0.0) -> BERTEncoder:
    return randomised(BERTEncoder(*sizes, dropout, MAX_LEN, embedding_norm=True, **ORIGINAL))


LOOKS = {"Encoder": look_at_encoder}
