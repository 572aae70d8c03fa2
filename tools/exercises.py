"""Answer chapter 7's exercises by training in Node, three seeds each.

`python -m tools.exercises` records them as `bert_lab/assets/recorded/page_training.json`. Runs that
are done are kept in runs/page_training, and the same command goes on from there.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from bert_lab.experiments.digests import digest, grammar_digest
from bert_lab.experiments.records import RECORDED, rounded, write_record
from bert_lab.look.trainer import parts
from bert_lab.training.command import Command
from tools.training import SEEDS, TEXTS, outcome

RUNS = Path("runs") / "page_training"  # where the command is called; git ignores it
HALF = {"steps": 2_000, "every": 500, "texts": TEXTS}  # half the book's steps
SMALL = {"num_hiddens": 32, "ffn_num_hiddens": 128}

SIZES = {
    f"D {D}, {blocks} block{'s' * (blocks > 1)}": {
        "config": {"num_hiddens": D, "ffn_num_hiddens": 4 * D, "num_blks": blocks}
    }
    for D, blocks in ((8, 1), (8, 2), (16, 1), (16, 2), (32, 1), (32, 2), (64, 2))
}
# One slider far from where it stands, with the model of two blocks and half the width.
SLIDERS = {
    "rate 0.02": {"rate": 0.02},
    "masking rate 0.8": {"masking": {"rate": 0.8}},
}
# New words: the story of each, and a text that no story holds.
NEW_WORDS = {
    "zorp": ("my zorp has a purple antenna", "at night the zorp sleeps under my bed"),
    "blick": ("the blick flew around the moon", "then the blick came home for lunch"),
    "dax": ("tom bought a dax made of glass", "he put the dax on the table"),
    "wug": ("our teacher drew a wug on the board", "the wug had seven legs"),
}
CHANGED = {
    "zorp": "anna said that her <mask> has a purple antenna",
    "blick": "yesterday the <mask> flew around the sun and the moon",
    "dax": "anna asked for a new <mask> made of glass",
    "wug": "the boy drew a <mask> on the wall and on the board",
}
REPEATS = (1, 16)


def kept(name: str, recipe: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a run, from its file if it is done."""
    path = RUNS / f"{digest([name, recipe])}.json"
    if not path.exists():
        RUNS.mkdir(parents=True, exist_ok=True)
        found = {"name": name, "recipe": recipe, "outcome": rounded(outcome(recipe))}
        path.write_text(json.dumps(found), "utf-8")
        out = found["outcome"]
        print(f"{name}, seed {recipe['seed']}: {out['loss']} {out['nsp']} {out['senses']}")
        sys.stdout.flush()
    return json.loads(path.read_text("utf-8"))["outcome"]


def new_words(repeat: int, seed: int) -> dict[str, Any]:
    """A recipe in which one new word's story is told once, the others 2, 4 and 8 times, and all of
    that `repeat` times; which is which changes with the seed. Asked are, for each word, its own
    first sentence and one that the model has not read."""
    words = [*NEW_WORDS][seed:] + [*NEW_WORDS][:seed]
    own = [list(NEW_WORDS[word]) for power, word in enumerate(words) for _ in range(2**power)]
    asked = [
        {"first": text, "answer": word}
        for word in words
        for text in (NEW_WORDS[word][0].replace(word, "<mask>"), CHANGED[word])
    ]
    return HALF | {"config": SMALL, "own": own, "repeat": repeat, "texts": asked}


def exercises() -> dict[str, Any]:
    """All runs of the exercises: by question and variant a list over the seeds."""
    runs = {
        "sizes": {name: [HALF | change] * len(SEEDS) for name, change in SIZES.items()},
        "untrained": {
            name: [HALF | change | {"steps": 1, "rate": 0.0}] * len(SEEDS)
            for name, change in SIZES.items()
        },
        "sliders": {
            name: [HALF | {"config": SMALL} | change] * len(SEEDS)
            for name, change in SLIDERS.items()
        },
        "new_words": {
            f"{repeat} times": [new_words(repeat, seed) for seed in SEEDS] for repeat in REPEATS
        },
    }
    return {
        question: {
            name: [
                kept(f"{question}: {name}", recipe | {"seed": seed})
                for seed, recipe in zip(SEEDS, recipes, strict=True)
            ]
            for name, recipes in variants.items()
        }
        for question, variants in runs.items()
    }


def main(argv: list[str] | None = None) -> None:
    Command("tools.exercises", __doc__).parse_args(argv)
    start = time.perf_counter()
    found = exercises()
    write_record(
        RECORDED / "page_training.json",
        found,
        "python -m tools.exercises",
        time.perf_counter() - start,
        {"grammar": grammar_digest(), "kernels": digest(parts()["kernels"].hex())},
    )


if __name__ == "__main__":
    main()
