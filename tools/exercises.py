"""Answer chapter 8's exercises by training in Node, three seeds each.

`python -m tools.exercises` records them as `bert_lab/assets/recorded/page_training.json`. Runs that
are done are kept in runs/page_training, and the same command goes on from there.
"""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bert_lab.checkpoint import write_atomically
from bert_lab.checkpoint.digests import digest_files
from bert_lab.look.page_trainer import parts
from bert_lab.measures.records import RECORDED, rounded, write_record
from bert_lab.training_loop.command import Command, call
from bert_lab.training_loop.identity import digest
from bert_lab.world.mini_world import GRAMMAR
from tools.page_trainer import SEEDS, TEXTS, outcome

RUNS = Path("runs") / "page_training"  # where the command is called; git ignores it
COMMON = {"every": 500, "texts": TEXTS}
HALF = {"steps": 2_000}  # of the book's 4,000
SIZES = {
    f"D {D}, {blocks} block{'s' * (blocks > 1)}": {
        "config": {"num_hiddens": D, "ffn_num_hiddens": 4 * D, "num_blks": blocks}
    }
    for D, blocks in ((8, 1), (8, 2), (16, 1), (16, 2), (32, 1), (32, 2), (64, 1))
}
UNTRAINED = {"steps": 1, "rate": 0.0, "stories": 50}
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
REPEAT = 80


def kept(name: str, recipe: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a run, read from its file if it exists."""
    path = RUNS / f"{digest([name, recipe])}.json"
    if not path.exists():
        RUNS.mkdir(parents=True, exist_ok=True)
        found = {"name": name, "recipe": recipe, "outcome": rounded(outcome(recipe))}
        write_atomically(path, json.dumps(found, allow_nan=False).encode())
        out = found["outcome"]
        print(f"{name}, seed {recipe['seed']}: {out['loss']} {out['nsp']} {out['senses']}")
        sys.stdout.flush()
    return json.loads(path.read_text("utf-8"))["outcome"]


def new_words(seed: int) -> dict[str, Any]:
    """A recipe in which one new word's story is told REPEAT times, the others 2, 4 and 8 times as
    often; which is which changes with the seed. Asked are, for each word, its own first sentence
    and one that the model has not read."""
    words = [*NEW_WORDS][seed:] + [*NEW_WORDS][:seed]
    own = [list(NEW_WORDS[word]) for power, word in enumerate(words) for _ in range(2**power)]
    probes = [
        {"first": text, "answer": word}
        for word in words
        for text in (NEW_WORDS[word][0].replace(word, "<mask>"), CHANGED[word])
    ]
    return HALF | {"every": 500, "own": own, "repeat": REPEAT, "texts": probes, "seed": seed}


def questions() -> dict[str, dict[str, list[dict[str, Any]]]]:
    """{question: {variant: recipes, one per seed}}."""
    untrained = {name: size | UNTRAINED for name, size in SIZES.items()}
    recipes = {
        question: {
            name: [COMMON | recipe | {"seed": seed} for seed in SEEDS]
            for name, recipe in variants.items()
        }
        for question, variants in {"sizes": SIZES, "untrained": untrained}.items()
    }
    return recipes | {"new_words": {f"{REPEAT} times": list(map(new_words, SEEDS))}}


def exercises(jobs: int) -> dict[str, Any]:
    """The outcomes of all recipes, in the same structure."""
    runs = {
        question: {
            name: [(f"{question}: {name}", recipe) for recipe in recipes]
            for name, recipes in variants.items()
        }
        for question, variants in questions().items()
    }
    with ThreadPoolExecutor(jobs) as pool:  # Node does the work
        tasks = [run for variants in runs.values() for some in variants.values() for run in some]
        list(pool.map(lambda run: kept(*run), tasks))
    return {
        question: {name: [kept(*run) for run in some] for name, some in variants.items()}
        for question, variants in runs.items()
    }


def inputs() -> dict[str, str]:
    """The inputs that determine the record."""
    kernels = digest(parts()["kernels"].hex())
    return {
        "grammar": digest_files(GRAMMAR.parent, GRAMMAR.name),
        "kernels": kernels,
        "recipes": digest(questions()),
    }


def main(argv: list[str] | None = None) -> None:
    command = Command("tools.exercises", __doc__)
    command.add_argument("--jobs", type=int, choices=range(1, 65), default=1, metavar="N")
    found = exercises(command.parse_args(argv).jobs)
    runs = [run for variants in found.values() for some in variants.values() for run in some]
    seconds = sum(run.pop("seconds") for run in runs)
    write_record(
        RECORDED / "page_training.json", found, "python -m tools.exercises", seconds, inputs()
    )


if __name__ == "__main__":
    call(main)
