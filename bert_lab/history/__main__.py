"""Train the systems that D2L's history names, and store each with a record of its run.

Where the command was interrupted the same one goes on with the systems that are missing.
"""

import argparse
import json
import platform
import sys
import time
from contextlib import ExitStack
from typing import Any

import torch

from bert_lab.history.registry import (
    SYSTEMS,
    begin_system,
    find_system,
    load_system,
    own_weights,
    read_system,
    save_system,
)
from bert_lab.history.system import System
from bert_lab.training_loop.command import Command, call
from bert_lab.training_loop.folder import (
    STORED,
    UNFINISHED,
    check_free,
    finish,
    is_done,
    working_in,
)
from bert_lab.training_loop.record import RECORD, follow
from bert_lab.training_loop.values import seed

NAMES = [name for name in SYSTEMS if name != "bert"]  # which has a command of its own


def build_parser() -> Command:
    parser = Command("bert_lab.history", __doc__)
    parser.add_argument("--system", choices=NAMES, help="by default all")
    parser.add_argument("--seed", type=seed, default=0)
    parser.add_output("a folder for each system is made in it")
    return parser


def plan(name: str | None) -> list[str]:
    """Which systems to train, each after the one that it is built on."""
    if name is None:
        return sorted(NAMES, key=lambda name: find_system(name).needs is not None)
    needed = find_system(name).needs
    return [name] if needed is None else [needed, name]


def run(name: str, arguments: argparse.Namespace, parser: Command, command: str) -> None:
    """Train one system, store it and print its record's last row; skip one that is stored."""
    seed, folder, system = arguments.seed, arguments.output_dir / name, find_system(name)
    unfinished = folder / UNFINISHED
    with parser.mistakes():
        needed = None if system.needs is None else load_system(system.needs, arguments.output_dir)
        found, steps = begin_system(name, seed, needed)
        if is_done(folder, steps.run, arguments.overwrite):
            print(f"{folder} is there already", file=sys.stderr)
            return
    start = time.process_time()
    follow(steps, unfinished / RECORD, system.options.num_train_steps)
    seconds = round(time.process_time() - start, 1)
    save_system(found, unfinished / STORED, {"command": command})
    stored = read_system(name, unfinished / STORED, needed)  # judged with its rounding
    summary = {"command": command, "system": name, "seed": seed, "seconds": seconds}
    summary |= describe(stored, seed)
    print(json.dumps(finish(folder, steps.run, summary, every=20), indent=1, allow_nan=False))


def describe(system: System, seed: int) -> dict[str, Any]:
    """What a record says of a trained system."""
    options = system.options.arguments()
    return {
        "parameters": sum(p.numel() for p in own_weights(system).values()),
        **{name: x for name, x in options.items() if x is not None},
        **system.judge(seed)._asdict(),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "torch": torch.__version__,
    }


def main(argv: list[str] | None = None) -> None:
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser()
    arguments = parser.parse_args(argv)
    folders = {name: arguments.output_dir / name for name in plan(arguments.system)}
    with parser.work(), ExitStack() as held:
        with parser.mistakes():
            check_free(list(folders.values()), arguments.overwrite)
            for folder in folders.values():
                held.enter_context(working_in(folder))
        for name in folders:
            run(name, arguments, parser, parser.line(argv))


if __name__ == "__main__":
    call(main)
