"""Train every variant with every seed, ask each the same questions, write the table.

Each finished run is stored at once, so the same command goes on where an interrupted one stopped.
"""

import argparse
from pathlib import Path

from bert_lab.experiments.ablations.papers import PAPERS
from bert_lab.experiments.ablations.questions import QUESTIONS
from bert_lab.experiments.ablations.runs import NAMES, run
from bert_lab.experiments.ablations.summary import RULE, SEEDS, summarise
from bert_lab.experiments.pool import run_all
from bert_lab.experiments.records import RECORDED, write_record
from bert_lab.pretraining import RECIPE


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bert_lab.experiments.ablations", description=__doc__
    )
    parser.add_argument("--out", type=Path, default=RECORDED / "ablations.json")
    parser.add_argument("--jobs", type=int, default=1, help="processes, of one thread each")
    arguments = parser.parse_args(argv)
    unfinished = arguments.out.with_suffix(".jsonl")
    options = RECIPE.arguments()
    keys = [(name, seed) for seed in SEEDS for name in NAMES]
    runs = list(run_all(unfinished, run, keys, options, arguments.jobs).values())
    found = {
        "recipe": options,
        "seeds": SEEDS,
        "questions": QUESTIONS,
        "rule": RULE,
        "variants": summarise(runs, NAMES),
        "papers": PAPERS,
    }
    command = "python -m bert_lab.experiments.ablations"
    write_record(arguments.out, found, command, sum(one["seconds"] for one in runs))
    unfinished.unlink()


if __name__ == "__main__":
    main()
