"""The floor of the mini-world, from so many pairs that its error no longer matters.

`python -m bert_lab.experiments.floor` writes `assets/recorded/floor.json`: the fields of `Floor`.
"""

import argparse
import time
from pathlib import Path

import torch

from bert_core.inputs import SPECIAL_TOKENS
from bert_core.masking import NUM_SPECIALS, mask_tokens
from bert_lab.experiments.records import RECORDED, write_record
from bert_lab.world.floor import draw_pairs, floor
from bert_lab.world.ideal import IdealPredictor
from bert_lab.world.mini_world import grammar, vocabulary


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bert_lab.experiments.floor")
    parser.add_argument("--num_pairs", type=int, default=40_000, help="about 500 a second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RECORDED / "floor.json")
    options = parser.parse_args(argv)
    start = time.perf_counter()
    # in alphabetical order: an id decides which word is drawn where one is replaced at random
    words = [*SPECIAL_TOKENS, *sorted(list(vocabulary())[NUM_SPECIALS:])]
    token_ids = {word: index for index, word in enumerate(words)}
    data = draw_pairs(options.num_pairs, token_ids, options.seed)
    generator = torch.Generator().manual_seed(options.seed)
    masked = mask_tokens(data.tokens, len(token_ids), generator=generator)
    found = floor(IdealPredictor(grammar(), token_ids), masked)
    estimates = {
        name: estimate._asdict()
        for name, estimate in zip(found._fields[:4], found[:4], strict=True)
    }
    command = (
        "python -m bert_lab.experiments.floor "
        f"--num_pairs {options.num_pairs} --seed {options.seed}"
    )
    write_record(options.out, found._asdict() | estimates, command, time.perf_counter() - start)


if __name__ == "__main__":
    main()
