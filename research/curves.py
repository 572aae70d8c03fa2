"""Validation curves: a corpus that is too small, learning rates too low, right and too high.

The record has `recipe` (what all runs share), `seeds`, `questions` (what the losses are taken on),
`lines` (losses that need no network), `steps` (updates done at each point of a curve) and `runs`:
by name what is `changed` of the recipe and for each seed the curves, `train` and `validation`, of
`mlm_loss` and `nsp_loss`.
"""

import math
from typing import Any

import torch

from _run import Key, Result, Run, grammar_digest, parse
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.measures.seeds import SEEDS
from bert_lab.pretraining import RECIPE, build_model, evaluate, prepare, pretrain, unigram_line

SHARED = {"num_train_steps": 800, "train_batch_size": 32, "learning_rate": RECIPE.learning_rate}
EVERY = 50  # steps between two points of a curve
ASKED = 250  # pairs batches at each point; all, if there are fewer
PAIRS = "pairs"  # how many there are to train on; all by default
RUNS: dict[str, dict[str, Any]] = {
    "recipe": {},
    "small corpus": {PAIRS: 200},
    "rate too low": {"learning_rate": 6e-4},
    "rate too high": {"learning_rate": 6e-2},
    "no warm-up": {"num_warmup_steps": 0},
    "128 pairs": {"train_batch_size": 128},
    "128 pairs, no warm-up": {"train_batch_size": 128, "num_warmup_steps": 0},
}
QUESTIONS = {
    "train": f"the first {ASKED} pairs of those that are trained on, with masks of their own",
    "validation": f"{ASKED} held-out pairs, the same for all runs",
}
LOSSES = ("mlm_loss", "nsp_loss")


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "recipe": SHARED,
        "seeds": SEEDS,
        "every": EVERY,
        "batches": ASKED,
        "runs": RUNS,
    }


def first(data: PairData, count: int) -> PairData:
    """The first pairs, so many if there are."""
    return data.select(torch.arange(min(count, len(data))))


def ask(model: BERTModel, data: PairData) -> Result:
    """Both losses, with the same masks each time."""
    found = evaluate(model, data, generator=torch.Generator().manual_seed(1))
    return {name: getattr(found, name) for name in LOSSES}


def train(name: str, seed: int) -> Result:
    """The curves of one of `RUNS` with one seed."""
    options = SHARED | RUNS[name]
    world = prepare(seed=seed)
    pairs = first(world.train, options.pop(PAIRS, len(world.train)))
    batches = {"train": first(pairs, ASKED), "validation": first(world.held_out, ASKED)}
    generator = world.generator()
    model = build_model(world, generator)
    curves = {
        of: {loss: [value] for loss, value in ask(model, data).items()}
        for of, data in batches.items()
    }
    for record in pretrain(model, pairs, generator=generator, **options):
        if (record.step + 1) % EVERY == 0:
            for of, data in batches.items():
                for loss, value in ask(model, data).items():
                    curves[of][loss].append(value)
    return curves


def lines() -> Result:
    """Losses on the validation questions that need no network."""
    world = prepare(seed=SEEDS[0])
    size = world.tokenizer.get_vocab_size()
    questions = first(world.held_out, ASKED)
    return {
        "ln_vocab_size": math.log(size),
        "unigram_loss": unigram_line(world.train, questions, size)[0],
        "ln_2": math.log(2),
    }


def table(found: dict[Key, Result]) -> Result:
    """The record of these runs."""
    steps = range(0, SHARED["num_train_steps"] + 1, EVERY)
    runs = {
        name: {"changed": changed, "curves": [found[name, seed] for seed in SEEDS]}
        for name, changed in RUNS.items()
    }
    return {
        "recipe": SHARED,
        "seeds": SEEDS,
        "questions": QUESTIONS,
        "lines": lines(),
        "steps": [*steps],
        "runs": runs,
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("curves", __doc__, argv), inputs())
    run.write(table(run.cells(train, [(name, seed) for seed in SEEDS for name in RUNS])))


if __name__ == "__main__":
    main()
