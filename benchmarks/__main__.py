"""Run all benchmarks, one after the other; `make bench JSON=FILE` also writes the results."""

import argparse
import os
import sys
import time
from pathlib import Path

import torch

from benchmarks import data_pipeline, pretraining_step
from bert_lab.measures.records import write_record
from bert_lab.training_loop.command import call


def load() -> float | None:
    """The load average over the last minute, where the system reports one."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, help="a record for the book goes there")
    options = parser.parse_args(argv)
    folder = data_pipeline.wikitext2_folder()
    missing = data_pipeline.missing_text(folder)
    if missing:
        print(f"the way from text to batches is left out: {missing}", file=sys.stderr, flush=True)
    start, before = time.perf_counter(), load()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    found = {"load_before": before, "pretraining_step": pretraining_step.measure(device)}
    print(pretraining_step.report(found["pretraining_step"]), flush=True)
    found["orders"] = data_pipeline.time_orders()
    print("\n" + data_pipeline.report_orders(found["orders"]), flush=True)
    if not missing:
        found["data_pipeline"] = data_pipeline.measure(folder)
        print("\n" + data_pipeline.report(found["data_pipeline"]))
    print(f"\n{torch.get_num_threads()} threads, torch {torch.__version__}; load before: {before}")
    if options.json:
        write_record(options.json, found, "make bench", time.perf_counter() - start)


if __name__ == "__main__":
    call(main)
