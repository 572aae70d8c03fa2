"""Train the text's systems with three seeds, ask all of them the same questions, write the record.

Each finished run is stored at once, so the same command goes on where an interrupted one stopped.
The record's keys:

- `seeds`; `sizes`: labels of the tasks; `recipe`: of the tasks' training;
- `senses`: by system what `senses.summarise` returns, and of `seed 0` what `senses.ask_word` said;
- `tasks`: by task `metric` and by system, for each of `sizes`, `mean`, `sd` and `runs`; the
  `parameters` that the task added; and the `lines` of code of its own;
- `training`: by system the processor's seconds for each seed after the first.
"""

import argparse
import statistics
from pathlib import Path
from typing import Any

import torch

from bert_lab.experiments.comparison import runs, senses, tasks
from bert_lab.experiments.comparison.feature_models import MODELS
from bert_lab.experiments.pool import run_all
from bert_lab.experiments.records import RECORDED, write_record
from bert_lab.finetuning.loop import FAMILIES
from bert_lab.finetuning.tasks import TASKS
from bert_lab.world import mini_world


def summarise_tasks(asked: dict[tuple, dict[str, Any]]) -> dict[str, Any]:
    """By task and system, over the seeds."""
    table: dict[str, Any] = {}
    for task, spec in TASKS.items():
        table[task] = {"family": spec.family, "metric": spec.metric, "systems": {}}
        for name in tasks.FEATURES + tasks.TUNED:
            found = [asked[name, seed]["tasks"][task] for seed in runs.SEEDS]
            columns = list(zip(*(run["metric"] for run in found), strict=True))
            table[task]["systems"][name] = {
                "mean": [statistics.mean(column) for column in columns],
                "sd": [statistics.stdev(column) for column in columns],
                "runs": [run["metric"] for run in found],
                "parameters": found[0]["parameters"],
                "lines": tasks.code_lines(
                    MODELS[spec.family] if name in tasks.FEATURES else FAMILIES[spec.family]
                ),
            }
    return table


def summarise_senses(asked: dict[tuple, dict[str, Any]]) -> dict[str, Any]:
    """By system, over the seeds."""
    names = dict.fromkeys(name for name, _ in asked)
    table = {}
    for name in names:
        found = [asked[name, seed] for seed in runs.SEEDS]
        answers = [
            senses.Answers(*(torch.tensor(run[k]).double() for k in ("words", "pairs")))
            for run in found
        ]
        first = dict(zip(mini_world.senses(), found[0]["words"], strict=True))
        table[name] = senses.summarise(answers) | {"seed 0": first}
    return table


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="make comparison", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=RECORDED / "comparison.json")
    parser.add_argument("--jobs", type=int, default=2, help="processes, of one thread each")
    arguments = parser.parse_args(argv)
    unfinished = arguments.out.with_suffix("")
    folder = {"folder": str(unfinished)}
    alone, built, questions = runs.keys()
    trained = {}
    for number, keys in enumerate((alone, built)):
        path = unfinished / f"trained-{number}.jsonl"
        trained |= run_all(path, runs.train, keys, folder, arguments.jobs)
    options = folder | {"recipe": tasks.RECIPE, "rates": tasks.RATES}
    asked = run_all(unfinished / "asked.jsonl", runs.ask, questions, options, arguments.jobs)
    found = {
        "seeds": runs.SEEDS,
        "sizes": tasks.SIZES,
        "recipe": tasks.RECIPE | {"learning_rate": tasks.RATES, "num_hiddens": tasks.NUM_HIDDENS},
        "senses": summarise_senses(asked),
        "tasks": summarise_tasks(asked),
        "training": {f"{name}, seed {seed}": x["seconds"] for (name, seed), x in trained.items()},
    }
    seconds = sum(row["seconds"] for row in [*trained.values(), *asked.values()])
    command = "make comparison"
    write_record(arguments.out, found, command, seconds)


if __name__ == "__main__":
    main()
