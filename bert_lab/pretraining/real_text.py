"""Real text built into pairs on disk, whole or not at all (chapter 7)."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bert_lab.pretraining.stored import CHUNK, store_pairs
from bert_lab.text.corpora import read_documents
from bert_lab.text.tokenization import train_wordpiece

if TYPE_CHECKING:
    from datasets import Dataset

ABOUT, TOKENIZER = "about.json", "tokenizer.json"


def build_once(
    source: str | os.PathLike | None, folder: Path, max_len: int, vocab_size: int, seed: int
) -> dict[str, Any]:
    """Fill `folder` with tokenizer and pairs, unless it is filled from the same arguments already.

    It appears only when it is whole: `tokenizer.json`, `train.arrow`, `valid.arrow` and what is
    known about them, which is returned: the arguments, and the counts of `store_pairs`.

    Args and errors: as of `prepare`; `source` None is the public hub.
    """
    wanted = {"sizes": _sizes(source), "max_len": max_len, "vocab_size": vocab_size, "seed": seed}
    about = _read_about(folder)
    if about is None or any(about[name] != value for name, value in wanted.items()):
        part = folder.with_name(folder.name + ".part")
        for old in (part, folder):
            shutil.rmtree(old, ignore_errors=True)
        try:
            about = wanted | _build(source, part, max_len, vocab_size, seed)
        except Exception:
            shutil.rmtree(part, ignore_errors=True)
            raise
        (part / ABOUT).write_text(json.dumps(about), "utf-8")
        part.rename(folder)
    return about


def _build(source, folder, max_len, vocab_size, seed) -> dict[str, int]:
    """Fill a new folder; returns the counts of the training split."""
    folder.mkdir(parents=True)
    cache = folder / "documents"
    train, valid = (_documents(source, split, cache) for split in ("train", "valid"))
    tokenizer = train_wordpiece(_Sentences(train), vocab_size)
    tokenizer.save(str(folder / TOKENIZER))
    counts = [
        store_pairs(documents, tokenizer, max_len, seed, folder / f"{split}.arrow")
        for split, documents in (("train", train), ("valid", valid))
    ]
    for split, count in zip(("train", "valid"), counts, strict=True):
        if not count["pairs"]:
            raise ValueError(
                f"{split!r}: expected at least two documents of two or more sentences, got "
                f"{count['skipped_documents']}"
            )
    shutil.rmtree(cache)
    return counts[0]


def _documents(source, split, cache) -> "Dataset":
    """A split's documents as a memory-mapped table of one column."""
    from datasets import Dataset, Features, Sequence, Value
    from datasets.exceptions import DatasetGenerationError

    try:
        return Dataset.from_generator(
            _rows,
            features=Features({"sentences": Sequence(Value("string"))}),
            gen_kwargs={"source": source, "split": split},
            cache_dir=str(cache),
            writer_batch_size=CHUNK,
        )
    except DatasetGenerationError as error:
        raise (error.__cause__ or error) from None


def _rows(source, split) -> Iterator[dict[str, list[str]]]:
    for document in read_documents(source, split):
        yield {"sentences": document}


class _Sentences:
    """The documents of a table, as often as they are asked for, one at a time in memory."""

    def __init__(self, table):
        self.table = table

    def __iter__(self):
        return (row["sentences"] for row in self.table)


def _sizes(source) -> dict[str, int]:
    """What tells that the text has changed, on any machine: the sizes of the files."""
    files = [] if source is None else Path(source).glob("wiki.*.tokens")
    return {path.name: path.stat().st_size for path in files}


def _read_about(folder):
    path = folder / ABOUT
    return json.loads(path.read_text("utf-8")) if path.is_file() else None
