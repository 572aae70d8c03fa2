"""Train the systems that the text's history names, and store each with a record of its run."""

import argparse
import json
import platform
import sys
import time
from pathlib import Path

import torch
from tqdm import tqdm

from bert_core.pretraining import Record
from bert_lab.checkpoint import write_atomically
from bert_lab.history.registry import (
    BASELINES,
    find_system,
    load_baseline,
    own_weights,
    save_baseline,
    train_baseline,
)
from bert_lab.training.record import RECORD, read_run, thin


def parse_arguments(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bert_lab.history", description=__doc__)
    names = [name for name in BASELINES if name != "bert"]  # which has a command of its own
    parser.add_argument("--system", choices=names, help="by default all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="a folder for each system is made")
    return parser.parse_args(argv)


def plan(name: str | None, seed: int, folder: Path) -> list[str]:
    """Which systems to train: those asked for, each after the one that it is built on.

    That one is trained too, unless it is in the folder already, with this seed.
    """
    if name is not None:
        needed = find_system(name).needs
        return [name] if needed is None or _seed(folder / needed) == seed else [needed, name]
    names = [name for name in BASELINES if name != "bert"]
    return sorted(names, key=lambda name: find_system(name).needs is not None)


def _seed(folder: Path) -> int | None:
    """With which seed the system in this folder was trained, None if there is none."""
    return read_run(folder).summary["seed"] if (folder / RECORD).is_file() else None


def run(name: str, seed: int, folder: Path, command: str) -> dict:
    """Train one system under a progress bar and store it; returns the record's last row.

    Its `seconds` are the processor's.
    """
    system = find_system(name)
    needed = None if system.needs is None else load_baseline(system.needs, folder)
    records: list[Record] = []
    start = time.process_time()
    with tqdm(total=system.options.num_train_steps, unit="step", desc=name) as bar:

        def watch(record: Record) -> None:
            records.append(record)
            bar.set_postfix(loss=f"{record.loss:.2f}", refresh=False)
            bar.update()

        found = train_baseline(name, seed, needed=needed, watch=watch)
    seconds = round(time.process_time() - start, 1)
    save_baseline(found, folder, {"command": command})
    stored = load_baseline(name, folder)  # judged by what was stored, rounding included
    summary = {
        "command": command,
        "system": name,
        "seed": seed,
        "seconds": seconds,
        "parameters": sum(p.numel() for p in own_weights(stored).values()),
        **{name: x for name, x in system.options.arguments().items() if x is not None},
        **stored.judge(seed)._asdict(),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "torch": torch.__version__,
    }
    lines = [json.dumps(row) + "\n" for row in [*thin(records, every=20), summary]]
    write_atomically(folder / name / RECORD, "".join(lines).encode())
    return summary


def main(argv: list[str] | None = None) -> None:
    arguments = parse_arguments(argv)
    command = "python -m bert_lab.history " + " ".join(argv or sys.argv[1:])
    for name in plan(arguments.system, arguments.seed, arguments.out):
        print(json.dumps(run(name, arguments.seed, arguments.out, command), indent=1))


if __name__ == "__main__":
    main()
