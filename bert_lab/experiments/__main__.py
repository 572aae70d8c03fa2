"""Run the experiments whose records the chapters read, and publish what they find.

A run's results go to `runs/experiments/NAME`, to a folder for its inputs: corpus, checkpoints,
options. The same command resumes an interrupted run. `publish` puts the record among
those that the package carries.
"""

import argparse
import json

from bert_lab.experiments.experiment import Experiment
from bert_lab.experiments.records import RECORDED
from bert_lab.experiments.registry import EXPERIMENTS
from bert_lab.experiments.runner import (
    PARTS,
    RECORD,
    finish_run,
    open_run,
    outdated,
    present_runs,
    publish,
)
from bert_lab.training_loop.command import Command


class Subcommand(Command):
    """One of this command's own commands, as argparse makes them."""

    def __init__(self, prog: str, **_):
        super().__init__(prog.removeprefix("python -m "))


def build_parser() -> Command:
    parser = Command("bert_lab.experiments", __doc__)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Subcommand)
    commands.add_parser("list", help="all experiments, and what of their records is outdated")
    runs = commands.add_parser("run", help="run one, or resume it")
    names = runs.add_subparsers(dest="name", required=True)
    for name, experiment in EXPERIMENTS.items():
        options = names.add_parser(name, help=experiment.about)
        for need, about in experiment.needs.items():
            options.add_argument(f"--{need}", required=True, help=about)
        options.add_argument("--jobs", type=_at_least_one, default=1, help="processes at once")
    published = commands.add_parser("publish", help="put the record of a run in its place")
    published.add_argument("name", choices=EXPERIMENTS)
    return parser


def _at_least_one(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected at least 1, got {number}")
    return number


def describe(experiment: type[Experiment]) -> str:
    """Name and subject; how its record stands to the present inputs; what is there of a new one."""
    path, record = RECORDED / f"{experiment.name}.json", "none"
    total = sum(map(len, experiment().rounds()))
    if path.is_file():
        found = json.loads(path.read_text("utf-8"))
        changed = outdated(experiment, found["inputs"])
        record = f"outdated, other inputs: {', '.join(changed)}" if changed else "of these inputs"
        if found.get("missing"):
            record += f", {len(found['missing'])} of {total} parts missing"
    lines = [f"{experiment.name}: {experiment.about}", f"  record: {record}"]
    for folder in present_runs(experiment):
        done = len(list((folder / PARTS).glob("*.json")))
        state = "finished" if (folder / RECORD).exists() else f"{done} of {total} parts"
        lines.append(f"  {folder}: {state}")
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> None:
    parser = build_parser()
    options = parser.parse_args(argv)
    if options.command == "list":
        for experiment in EXPERIMENTS.values():
            print(describe(experiment))
        return
    chosen = EXPERIMENTS[options.name]
    with parser.mistakes():
        if options.command == "publish":
            print(publish(chosen))
            return
        experiment = chosen({need: getattr(options, need) for need in chosen.needs})
        folder = open_run(experiment)
    print(finish_run(experiment, folder, options.jobs))


if __name__ == "__main__":
    main()
