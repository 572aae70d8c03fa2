"""Time a pretraining step and a forward pass; `make bench JSON=FILE` also writes the results."""

import argparse
import os
import time
from pathlib import Path

import torch

from benchmarks import pretraining_step
from bert_lab.measures.records import write_record
from bert_lab.training_loop.command import call


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, help="a record for the book goes there")
    options = parser.parse_args(argv)
    start, load = time.perf_counter(), os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    found = pretraining_step.measure()
    print(pretraining_step.report(found))
    print(f"\n{torch.get_num_threads()} threads, torch {torch.__version__}; load before: {load}")
    if options.json:
        record = {"load_before": load, "pretraining_step": found}
        write_record(options.json, record, "make bench", time.perf_counter() - start)


if __name__ == "__main__":
    call(main)
