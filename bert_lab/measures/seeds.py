"""From runs to the table: means, standard deviations, and what three seeds can show."""

import statistics
from typing import Any

SEEDS = (0, 1, 2)
_T = 4.303  # Student's t with len(SEEDS) - 1 degrees of freedom, 97.5th percentile

LARGER, LOST = "larger than the seeds' noise", "this scale can't show it"
RULE = (
    "Each seed has data and weights of its own; the difference to the baseline is taken seed by "
    "seed. It is larger than the seeds' noise if the 95 % confidence interval of its mean (paired "
    f"t test, {len(SEEDS)} seeds: mean ± {_T} sd / sqrt({len(SEEDS)})) leaves out zero. By chance "
    "alone that happens to one in twenty differences."
)


def summarise(runs: list[dict[str, Any]], names: list[str]) -> list[dict[str, Any]]:
    """One entry for each variant, in the order of `names`, whose first is the baseline.

    Args:
        runs: of all variants and `SEEDS`: `variant`, `seed`, `metrics`, and what else there is.
        names: of the variants.

    Returns:
        For each variant `name`, `runs`, and by metric `mean`, `sd` over seeds and `difference`
        (`mean`, `sd`, `verdict`) from the baseline.
    """
    by_name = {
        name: sorted((run for run in runs if run["variant"] == name), key=lambda run: run["seed"])
        for name in names
    }
    baseline = _columns(by_name[names[0]])
    table = []
    for name, rows in by_name.items():
        columns = _columns(rows)
        table.append(
            {
                "name": name,
                "mean": {metric: statistics.mean(column) for metric, column in columns.items()},
                "sd": {metric: statistics.stdev(column) for metric, column in columns.items()},
                "difference": {
                    metric: compare(column, baseline[metric])
                    for metric, column in columns.items()
                    if metric in baseline and name != names[0]
                },
                "runs": [{key: run[key] for key in run if key != "variant"} for run in rows],
            }
        )
    return table


def compare(found: list[float], baseline: list[float]) -> dict[str, Any]:
    """Mean and deviation of the differences, seed by seed, and the verdict by `RULE`."""
    differences = [x - y for x, y in zip(found, baseline, strict=True)]
    mean, sd = statistics.mean(differences), statistics.stdev(differences)
    noise = _T * sd / len(differences) ** 0.5
    return {"mean": mean, "sd": sd, "verdict": LARGER if abs(mean) > noise else LOST}


def _columns(runs):
    """Metric -> its value for each seed."""
    return {metric: [run["metrics"][metric] for run in runs] for metric in runs[0]["metrics"]}
