"""What all scripts share: options, cached cells, and the record built from them.

A cell is one call of a script's function, such as a training with one seed. What it returns is kept
in `runs/research/NAME`, in a folder for the inputs: the same command goes on where it was stopped.
Code is not among the inputs, so whoever changes what a cell computes removes its folder first.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import joblib
import torch
from tqdm import tqdm

from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.digests import digest_files, digest_weights
from bert_lab.measures.records import RECORDED, write_record
from bert_lab.training_loop.identity import digest
from bert_lab.world.mini_world import GRAMMAR

RUNS = Path("runs") / "research"  # where a script is called; git ignores it

Key = tuple[str | int, ...]  # of a cell: names and seeds
Result = dict[str, Any]  # in a cell: what JSON can hold


def parse(name: str, about: str | None, argv: list[str] | None, **needs: str) -> argparse.Namespace:
    """The options of `research/NAME.py`; `needs` maps its input folders to descriptions."""
    parser = argparse.ArgumentParser(
        prog=f"python research/{name}.py",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for need, words in needs.items():
        parser.add_argument(f"--{need}", type=Path, required=True, metavar="DIR", help=words)
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="cells at once")
    out = RECORDED / f"{name}.json"
    parser.add_argument("--out", type=Path, default=out, metavar="FILE", help="the record")
    command = " ".join([parser.prog, *(f"--{need} DIR" for need in needs)])
    return parser.parse_args(argv, argparse.Namespace(name=name, command=command))


class Run:
    """One run of a script: its `folder`, its cached `parts`, and its record.

    Args:
        options: of `parse`.
        inputs: all that decides the result: options, and digests of what is read.
    """

    def __init__(self, options: argparse.Namespace, inputs: dict[str, Any]):
        self.options, self.inputs, self.parts = options, inputs, list[Result]()
        self.folder = RUNS / options.name / digest(self.inputs)

    def cells(
        self, cell: Callable[..., Result], keys: Iterable[Key], *given: Any
    ) -> dict[Key, Result]:
        """The result of `cell(*key, *given)` for each key, from disk if it is there.

        `given` must be what the inputs decide, such as where files lie.
        """
        keys, one = list(keys), partial(_kept, self.folder, cell, given)
        several = self.options.processes > 1
        pools = partial(ProcessPoolExecutor, self.options.processes, get_context("spawn"))
        with pools() if several else nullcontext() as pool:
            found = (pool.map if pool else map)(one, keys)
            parts = list(tqdm(found, self.options.name, len(keys), unit="cell"))
        self.parts += parts
        return {key: part["found"] for key, part in zip(keys, parts, strict=True)}

    def write(self, found: Result) -> None:
        """Write the record, with how it was made, to `--out`."""
        seconds = sum(part["seconds"] for part in self.parts)
        with one_thread():  # as the cells were
            write_record(self.options.out, found, self.options.command, seconds, self.inputs)
        print(self.options.out)


def _kept(folder: Path, cell: Callable[..., Result], given: tuple, key: Key) -> Result:
    kept: Any = joblib.Memory(folder, verbose=0).cache(_timed, ignore=["cell", "given"])
    return kept(cell.__name__, key, cell, given)


def _timed(name: str, key: Key, cell: Callable[..., Result], given: tuple) -> Result:
    """A cell and its CPU seconds, in the form of a record's part."""
    start = time.process_time()
    try:
        with one_thread():
            found = cell(*key, *given)
    except Exception as error:
        error.add_note(f"in the cell {key} of {name}")
        raise
    return {"key": key, "seconds": round(time.process_time() - start, 1), "found": found}


@contextmanager
def one_thread() -> Iterator[None]:
    """Compute with one thread, as for the records."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def grammar_digest() -> str:
    """Digest of the mini-world."""
    return digest_files(GRAMMAR.parent, GRAMMAR.name)


def mini_bert_digest() -> str:
    """Digest of the shipped model and its vocabulary."""
    weights = digest_weights(MINI_BERT / "model.safetensors")
    return digest([weights, digest_files(MINI_BERT, "tokenizer.json")])
