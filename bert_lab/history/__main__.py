"""Train the systems that D2L's history names, and store each with a record of its run."""

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
    SYSTEMS,
    find_system,
    load_system,
    own_weights,
    save_system,
    train_system,
)
from bert_lab.training.command import Command, new_folder
from bert_lab.training.record import RECORD, read_run, thin

NAMES = [name for name in SYSTEMS if name != "bert"]  # which has a command of its own


def build_parser() -> Command:
    parser = Command("bert_lab.history", __doc__)
    parser.add_argument("--system", choices=NAMES, help="by default all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="a folder for each system is made")
    return parser


def plan(name: str | None, seed: int, folder: Path) -> list[str]:
    """Which systems to train: those asked for, each after the one that it is built on.

    That one is trained too, unless it is in the folder already, with this seed.
    """
    if name is not None:
        needed = find_system(name).needs
        return [name] if needed is None or _seed(folder / needed) == seed else [needed, name]
    return sorted(NAMES, key=lambda name: find_system(name).needs is not None)


def _seed(folder: Path) -> int | None:
    """With which seed the system in this folder was trained, None if there is none."""
    return read_run(folder).summary["seed"] if (folder / RECORD).is_file() else None


def run(name: str, seed: int, folder: Path, command: str) -> dict:
    """Train one system under a progress bar and store it; returns the record's last row.

    Its `seconds` are the processor's.
    """
    system = find_system(name)
    needed = None if system.needs is None else load_system(system.needs, folder)
    records: list[Record] = []
    start = time.process_time()
    with tqdm(total=system.options.num_train_steps, unit="step", desc=name) as bar:

        def watch(record: Record) -> None:
            records.append(record)
            bar.set_postfix(loss=f"{record.loss:.2f}", refresh=False)
            bar.update()

        found = train_system(name, seed, needed=needed, watch=watch)
    seconds = round(time.process_time() - start, 1)
    save_system(found, folder, {"command": command})
    stored = load_system(name, folder)  # judged by what was stored, rounding included
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
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser()
    arguments = parser.parse_args(argv)
    with parser.mistakes(), new_folder(arguments.out):
        names = plan(arguments.system, arguments.seed, arguments.out)
    for name in names:
        summary = run(name, arguments.seed, arguments.out, parser.line(argv))
        print(json.dumps(summary, indent=1))


if __name__ == "__main__":
    main()
