"""Milliseconds of a forward pass by sequence length.

python -m benchmarks.lengths [--json FILE]

The model is the released one, all-MiniLM-L6-v2, with one text at a time and one thread. What is
counted is the processor's time, not the clock's, since on a busy machine a process waits for its
turn; and all lengths take turns, so that what slows the machine down slows each of them. Chapter 11
reads the record.
"""

import argparse
import statistics
import time
from pathlib import Path

import torch

from benchmarks.timing import table
from bert_core import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.released import RELEASED
from bert_lab.measures.records import write_record
from bert_lab.training_loop.command import call

LENGTHS = (8, 16, 32, 64, 128, 256, 512)
WARM_UP, REPEATS = 2, 30


@torch.no_grad()
def measure(model: BERTModel) -> dict:
    """{"tokens": LENGTHS, "milliseconds": the least of all repeats, "median"}, in lists."""
    generator = torch.Generator().manual_seed(0)
    words = torch.randint(model.config.vocab_size, (1, max(LENGTHS)), generator=generator)
    times: dict[int, list[float]] = {T: [] for T in LENGTHS}
    for repeat in range(WARM_UP + REPEATS):
        for T, taken in times.items():
            start = time.process_time()
            model.encoder(words[:, :T], torch.zeros_like(words[:, :T]))
            if repeat >= WARM_UP:
                taken.append(1000 * (time.process_time() - start))
    least, median = (list(map(by, times.values())) for by in (min, statistics.median))
    return {"tokens": list(LENGTHS), "milliseconds": least, "median": median}


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lengths", description=__doc__)
    parser.add_argument("--json", type=Path, help="a record for the book goes there")
    options = parser.parse_args(argv)
    start = time.perf_counter()
    torch.set_num_threads(1)
    model, _ = load_bert(RELEASED, generator=torch.Generator().manual_seed(0))
    found = measure(model)
    rows = [[str(T), f"{a:.1f}", f"{b:.1f}"] for T, a, b in zip(*found.values(), strict=True)]
    print(table(["tokens", "ms", "median"], rows))
    if options.json:
        command = "python -m benchmarks.lengths --json FILE"
        write_record(
            options.json, {"model": RELEASED} | found, command, time.perf_counter() - start
        )


if __name__ == "__main__":
    call(main)
