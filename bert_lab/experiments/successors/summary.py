"""From the runs to the table: means, deviations, and each change beside its control."""

import statistics
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from bert_lab.experiments.ablations.summary import SEEDS, compare
from bert_lab.experiments.experiment import Key
from bert_lab.experiments.successors.variants import Variant

TIME = "milliseconds"  # the key's second half, where it isn't a seed
Scores = dict[str, float]


def summarise(variants: Sequence[Variant], found: dict[Key, dict[str, Any]]) -> list[dict]:
    """One entry a variant that has been run, in their order.

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
