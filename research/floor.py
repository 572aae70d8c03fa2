"""The lowest losses that any model can reach in the mini-world (`ch-pretraining`).

They are estimated from so many pairs that the error no longer matters.

The record holds the fields of `Floor`.
"""

from typing import Any

import torch

from _run import Run, grammar_digest, parse
from bert_core.inputs import SPECIAL_TOKENS
from bert_core.masking import NUM_SPECIALS, mask_tokens
from bert_lab.world.floor import draw_pairs, floor
from bert_lab.world.ideal import IdealPredictor
from bert_lab.world.mini_world import grammar, vocabulary

NUM_PAIRS, SEED = 40_000, 1  # about 500 pairs a second


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {"grammar": grammar_digest(), "num_pairs": NUM_PAIRS, "seed": SEED}


def find_floor() -> dict[str, Any]:
    """The fields of `Floor`."""
    # in alphabetical order: an id decides which word is drawn where one is replaced at random
    words = [*SPECIAL_TOKENS, *sorted(list(vocabulary())[NUM_SPECIALS:])]
    token_ids = {word: index for index, word in enumerate(words)}
    data = draw_pairs(NUM_PAIRS, token_ids, SEED)
    generator = torch.Generator().manual_seed(SEED)
    masked = mask_tokens(data.tokens, len(token_ids), generator=generator)
    found = floor(IdealPredictor(grammar(), token_ids), masked)
    names = found._fields[:4]
    return found._asdict() | {name: getattr(found, name)._asdict() for name in names}


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("floor", __doc__, argv), inputs())
    (found,) = run.cells(find_floor, [()]).values()
    run.write(found)


if __name__ == "__main__":
    main()
