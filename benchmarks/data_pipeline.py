"""Time the pipeline from real text to batches, beside a plain version as D2L has it.

`python -m benchmarks.data_pipeline FOLDER` reads WikiText-2 from a folder with
`wiki.{train,valid,test}.tokens`. Without one it takes the folder `wikitext-2` in BERT_BOOK_DATA, or
else the public hub. We build pairs once, and draw order and masks anew in every epoch. The text's
examples are built with their masks in them, so fresh masks would mean to build them again.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from benchmarks import text_builder
from benchmarks.timing import in_turns, table
from bert_core import mask_tokens, unchecked
from bert_core.masking import MaskedTokens
from bert_lab.pretraining import prepare
from bert_lab.text.corpora import read_documents, wikitext2
from bert_lab.training_loop.batches import Pairs, batches, derived
from bert_lab.training_loop.command import call
from bert_lab.training_loop.order import Shuffle

DATA = Path(os.environ.get("BERT_BOOK_DATA", Path(__file__).parents[1] / "../shared/data"))
BATCH_SIZE, LENGTH, VOCAB_SIZE, SHARE = 512, 64, 8_192, 10


def wikitext2_folder() -> Path | None:
    """The local folder of WikiText-2, or None."""
    folder = DATA / "wikitext-2"
    return folder if folder.is_dir() else None


def missing_text(folder: Path | None) -> str | None:
    """The reason why WikiText-2 can't be read, from a folder or the hub; None if it can."""
    try:
        import datasets  # noqa: F401 -- what is read is kept by it

        next(read_documents(folder, "valid"), None)
    except (ImportError, OSError) as error:
        return str(error)
    return None


def time_orders(num: int = 10_000_000, repeats: int = 5) -> dict[str, Any]:
    """Memory of one epoch's shuffled order of `num` pairs, and the time to read all its batches."""

    def shuffled():
        order = Shuffle(num, derived(0, "order"))
        for places in torch.arange(num).split(BATCH_SIZE * SHARE):
            order(places)
        return sum(x.nbytes for pair in order.amounts for x in pair)

    def permuted():
        return torch.randperm(num, generator=derived(0, "order")).nbytes

    timing = in_turns({"Shuffle": shuffled, "randperm": permuted}, repeats, "orders", 1)
    kept = {"Shuffle": shuffled(), "randperm": permuted()}
    return {
        "pairs": num,
        "bytes": kept,
        "nanoseconds_a_pair": {name: 1e9 * timing.median(name) / num for name in kept},
    }


def epoch(data: Pairs, vocab_size: int) -> Iterator[MaskedTokens]:
    """All batches of one epoch: shuffled, read, cropped and masked."""
    for step, rows in batches(len(data), BATCH_SIZE, range(len(data) // BATCH_SIZE), seed=0):
        part = data.select(rows).crop()
        with unchecked():
            yield mask_tokens(part.tokens, vocab_size, generator=derived(0, "masks", step))


def measure(folder: Path | None, repeats: int = 7) -> dict[str, Any]:
    """Pairs per second: ours when built and in an epoch, the text's when built."""
    paragraphs = [
        [sentence.split() for sentence in paragraph]
        for paragraph in wikitext2(folder, documents="paragraphs").train
    ]
    ids, some = text_builder.vocabulary(paragraphs), paragraphs[: len(paragraphs) // SHARE]
    with tempfile.TemporaryDirectory() as place:
        start = time.perf_counter()
        prepared = prepare(
            "wikitext-2" if folder is None else folder,
            max_seq_length=LENGTH,
            vocab_size=VOCAB_SIZE,
            folder=Path(place) / "data",
        )
        preparation = time.perf_counter() - start
        vocab_size, counts = prepared.tokenizer.get_vocab_size(), {}

        def run_epoch():
            counts["epoch"] = sum(len(x.inputs) for x in epoch(prepared.train, vocab_size))

        def run_the_text():
            counts["D2L"] = len(text_builder.build(some, ids, LENGTH, seed=0))

        timing = in_turns({"epoch": run_epoch, "D2L": run_the_text}, repeats, "data", 1)
    pairs = len(prepared.train), len(prepared.held_out)
    scale = counts["epoch"] / counts["D2L"]
    return {
        "batch": BATCH_SIZE,
        "tokens": LENGTH,
        "preparation": {"pairs": sum(pairs), "seconds": preparation},
        "per_second": {name: counts[name] / timing.median(name) for name in timing.seconds},
        "times_the_text": [scale * x for x in timing.ratios("D2L", "epoch")],
    }


def report_orders(found: dict[str, Any]) -> str:
    """The results of `time_orders` as a table."""
    rows = [
        [name, f"{size / 2**20:.2f}", f"{found['nanoseconds_a_pair'][name]:.0f}"]
        for name, size in found["bytes"].items()
    ]
    return table([f"order of {found['pairs']:,} pairs", "MiB kept", "ns a pair"], rows)


def report(found: dict[str, Any]) -> str:
    """The results of `measure` as a table."""
    built, rates, times = found["preparation"], found["per_second"], found["times_the_text"]
    rows = [
        ["ours, built once, tokenizer trained", f"{built['pairs'] / built['seconds']:,.0f}", ""],
        ["ours, an epoch with fresh masks", f"{rates['epoch']:,.0f}", f"{times[1]:.1f}"],
        ["quartiles", "", f"{times[0]:.1f} - {times[2]:.1f}"],
        ["D2L's, masks frozen", f"{rates['D2L']:,.0f}", "1.0"],
    ]
    heads = ["text to batches of 512, 64 tokens", "pairs a second", "times D2L's"]
    return table(heads, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=wikitext2_folder())
    print(report(measure(parser.parse_args().folder)))


if __name__ == "__main__":
    call(main)
