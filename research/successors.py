"""What became of BERT, as one change at a time to the mini-BERT (`ch-after`).

Every change and its control is trained with every seed, asked the same questions, and timed.

The record's keys:

- `recipe`: options of the training; `seeds`; `questions`; `rule`, what counts as a difference;
- `variants`: see `compare_all`; for each the `facts` of its `Variant`, too;
- `parts`: of each cell its `key`, the `seconds` that it took, and what it `found`.

Milliseconds are of one thread's processor time, measured in turn with the unchanged model.
"""

import statistics
import time
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from torch import nn

from _run import Key, Result, Run, grammar_digest, mini_bert_digest, parse
from _successor_questions import (
    FINETUNING,
    NUM_LABELS,
    QUESTIONS,
    ask,
    ask_briefly,
    ask_senses,
)
from _successor_training import GENERATOR, make_learner, train
from _successor_variants import FIRST, SECOND, THIRD, UNCHANGED, Variant
from bert_lab.measures.seeds import RULE, SEEDS, compare
from bert_lab.pretraining import prepare
from bert_lab.training_loop.identity import digest

RECIPE = {"num_train_steps": 900, "train_batch_size": 128, "learning_rate": 6e-3}
NUM_POINTS = 6  # of a curve
NUM_TIMED = 24
TABLE = (*FIRST, *SECOND, *THIRD)
ALL = {variant.name: variant for variant in TABLE}
TIME = "milliseconds"  # the key's second half, where it isn't a seed
Scores = dict[str, float]


def compare_all(variants: Sequence[Variant], found: dict[Key, dict[str, Any]]) -> list[dict]:
    """One entry for each variant run so far, in order.

    Returns:
        For each variant `name`, `control`, `facts`; `runs`, a row a seed; by metric `mean` and
        `sd` over the seeds and the `difference` from the control, seed by seed; `milliseconds` a
        step (`own`, `unchanged`, `ratio`), where the step is another one; and `equal_time`: the
        same difference where the dearer of both has been stopped as soon as the cheaper one was
        ready, by its curve. A difference has `mean`, `sd` and `verdict`, and there is none before
        all seeds are there.
    """
    runs: dict[str, list[dict[str, Any]]] = {
        v.name: [{"seed": s} | found[v.name, s] for s in SEEDS if (v.name, s) in found]
        for v in variants
    }
    times = {v.name: found[v.name, TIME][TIME] for v in variants if (v.name, TIME) in found}
    table = []
    for variant in variants:
        own = runs[variant.name]
        control = runs[variant.control] if variant.control != variant.name else []
        if not own:
            continue
        ratio = _ratio(times, variant.name) / _ratio(times, variant.control)
        table.append(
            {
                "name": variant.name,
                "control": variant.control,
                "facts": variant.facts(),
                **_spread([run["metrics"] for run in own]),
                "difference": _compare(*([run["metrics"] for run in r] for r in (own, control))),
                "milliseconds": times.get(variant.name),
                "equal_time": {"ratio": ratio}
                | _compare([_at(r, 1 / ratio) for r in own], [_at(r, ratio) for r in control]),
                "runs": own,
            }
        )
    return table


def _ratio(times: dict[str, dict[str, float]], name: str) -> float:
    return times[name]["ratio"] if name in times else 1.0


def _spread(rows: list[Scores]) -> dict[str, Scores]:
    columns = {metric: [row[metric] for row in rows] for metric in rows[0]}
    several = len(rows) > 1
    return {
        "mean": {metric: statistics.mean(column) for metric, column in columns.items()},
        "sd": {metric: statistics.stdev(column) for metric, column in columns.items() if several},
    }


def _compare(own: list[Scores], control: list[Scores]) -> dict[str, Any]:
    if len(own) < len(SEEDS) or len(control) < len(SEEDS):
        return {}
    return {
        metric: compare([row[metric] for row in own], [row[metric] for row in control])
        for metric in own[0]
        if metric in control[0]
    }


def _at(run: dict[str, Any], part: float) -> Scores:
    """What a run's curve says after this part of its steps, all of them at most, by straight lines
    between its points; before the first, what it says there."""
    curve = run["curve"]
    if not curve:
        return {}
    step = min(part, 1.0) * curve[-1]["step"]
    after = bisect_left(curve, step, key=lambda point: point["step"])
    if after == 0:
        return _scores(curve[0])
    left, right = curve[after - 1], curve[after]
    share = (step - left["step"]) / (right["step"] - left["step"])
    ends = _scores(left), _scores(right)
    return {metric: (1 - share) * x + share * ends[1][metric] for metric, x in ends[0].items()}


def _scores(point: dict[str, float]) -> Scores:
    return {metric: value for metric, value in point.items() if metric != "step"}


def train_and_ask(variant: Variant, seed: int) -> dict[str, Any]:
    """Metrics, curve points, numbers of parameters, and `seconds` of the steps."""
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
    return {
        "metrics": ask(learner, world, seed),
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
    """Number of trainable parameters, shared ones counted once."""
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def time_steps(variant: Variant) -> dict[str, float]:
    """Milliseconds per step of this variant and of the unchanged one, timed in turns."""
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
    """Names of the variants that change more than their training."""
    return [v.name for v in TABLE if not v.training and v.name != UNCHANGED]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
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


def keys() -> list[Key]:
    """All runs in order: one seed of most variants, timing, then the other seeds."""

    def runs(variants, seeds):
        return [(variant.name, seed) for seed in seeds for variant in variants]

    early, late = SEEDS[:1], SEEDS[1:]
    return [
        *runs((*FIRST, *SECOND), early),
        *((name, TIME) for name in timed()),
        *runs(FIRST, late),
        *runs(SECOND, late),
        *runs(THIRD, SEEDS),
    ]


def run_variant(name: str, what: int | str) -> Result:
    """A variant trained with a seed and evaluated, or timed."""
    variant = ALL[name]
    return train_and_ask(variant, what) if isinstance(what, int) else {TIME: time_steps(variant)}


def summarise(found: dict[Key, Result]) -> Result:
    return {
        "recipe": RECIPE,
        "seeds": SEEDS,
        "questions": QUESTIONS,
        "rule": RULE,
        "variants": compare_all(TABLE, found),
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("successors", __doc__, argv), inputs())
    found = summarise(run.cells(run_variant, keys()))
    run.write(found | {"parts": run.parts})


if __name__ == "__main__":
    main()
