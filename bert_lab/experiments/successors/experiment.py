"""Every change and its control, trained with every seed, asked the same questions, and timed.

The record's keys:

- `recipe`: options of the training; `seeds`; `questions`; `rule`, what counts as a difference;
- `variants`: see `summarise`; for each the `facts` of its `Variant`, too;
- `stability`: the same, of norm before and after at two rates, with warm-up and without;
- `missing`, `parts`: see `Experiment`.

Milliseconds are of one thread's processor time, measured in turn with the unchanged model.
"""

import statistics
import time
from pathlib import Path
from typing import Any

from torch import nn

from bert_lab.experiments.ablations.summary import RULE, SEEDS
from bert_lab.experiments.digests import digest, grammar_digest, mini_bert_digest
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.experiments.successors.questions import (
    FINETUNING,
    NUM_LABELS,
    QUESTIONS,
    ask,
    ask_briefly,
    ask_senses,
)
from bert_lab.experiments.successors.summary import TIME, summarise
from bert_lab.experiments.successors.training import GENERATOR, make_learner, train
from bert_lab.experiments.successors.variants import FIRST, GRID, SECOND, THIRD, UNCHANGED, Variant
from bert_lab.pretraining import prepare

RECIPE = {"num_train_steps": 900, "train_batch_size": 128, "learning_rate": 6e-3}
NUM_POINTS = 6  # of a curve
NUM_TIMED = 24
TABLE = (*FIRST, *SECOND, *THIRD)
ALL = {variant.name: variant for variant in (*TABLE, *GRID)}


class SuccessorsExperiment(Experiment):
    name = "successors"
    about = "what came after BERT, one change at a time (chapter 12)"
    partly = True

    def inputs(self) -> dict[str, Any]:
        return {
            "grammar": grammar_digest(),
            "mini-bert": mini_bert_digest(),  # the teacher
            "recipe": RECIPE,
            "seeds": SEEDS,
            "variants": digest([variant.facts() for variant in ALL.values()]),
            "generator": GENERATOR,
            "finetuning": {**FINETUNING, "num_labels": NUM_LABELS},
            "questions": list(QUESTIONS),
        }

    def rounds(self) -> list[list[Key]]:
        """What the chapter tells in full comes first with all seeds, after one look at the rest."""

        def runs(variants, seeds):
            return [(variant.name, seed) for seed in seeds for variant in variants]

        early, late = SEEDS[:1], SEEDS[1:]
        times = [(name, TIME) for name in timed()]
        return [
            [*runs((*FIRST, *SECOND), early), *times],
            runs(FIRST, late),
            runs(GRID, SEEDS),
            runs(SECOND, late),
            runs(THIRD, SEEDS),
        ]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        variant = ALL[str(key[0])]
        return (
            {TIME: time_steps(variant)} if key[1] == TIME else train_and_ask(variant, int(key[1]))
        )

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        return {
            "recipe": RECIPE,
            "seeds": SEEDS,
            "questions": QUESTIONS,
            "rule": RULE,
            "variants": summarise(TABLE, found),
            "stability": summarise(GRID, found),
        }


def train_and_ask(variant: Variant, seed: int) -> dict[str, Any]:
    """Metrics, what a curve shows on the way, numbers of parameters, `seconds` of the steps."""
    world = prepare(seed=seed)
    learner = make_learner(variant, world, seed)
    points, curve, seconds = curve_points(RECIPE | variant.training), [], 0.0
    if points:
        start = time.process_time()
        for record in train(learner, variant, world, seed, **RECIPE):
            if record.step + 1 in points:
                seconds += time.process_time() - start
                curve.append({"step": record.step + 1, **ask_briefly(learner, world)})
                start = time.process_time()
    grid = variant in GRID
    return {
        "metrics": ask_briefly(learner, world) if grid else ask(learner, world, seed),
        "senses": ask_senses(learner.model, world),
        "curve": curve,
        "parameters": count(learner.trained),
        "encoder_parameters": count(learner.model.encoder),
        "seconds": round(seconds, 1),
    }


def curve_points(options: dict[str, Any]) -> list[int]:
    """Steps done at each of `NUM_POINTS` equal parts of a training."""
    num = options["num_train_steps"]
    return [num * part // NUM_POINTS for part in range(1, NUM_POINTS + 1)] if num else []


def count(module: nn.Module) -> int:
    """Parameters that are trained, shared ones once."""
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def time_steps(variant: Variant) -> dict[str, float]:
    """Milliseconds of a step of this variant and of the unchanged one, taken in turn."""
    world, both = prepare(seed=0), (variant, ALL[UNCHANGED])
    runs = [train(make_learner(one, world, 0), one, world, 0, **RECIPE) for one in both]
    seconds: list[list[float]] = [[], []]
    for _ in range(NUM_TIMED):
        for run, spent in zip(runs, seconds, strict=True):
            start = time.process_time()
            next(run)
            spent.append(time.process_time() - start)
    own, unchanged = (1_000 * statistics.median(spent) for spent in seconds)
    return {"own": own, "unchanged": unchanged, "ratio": own / unchanged}


def timed() -> list[str]:
    """Variants whose step is another one than the unchanged model's."""
    return [v.name for v in TABLE if not v.training and v.name != UNCHANGED]
