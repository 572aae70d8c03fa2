"""Real text built into pairs on disk, whole or not at all (chapter 8)."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bert_lab.pretraining.stored import CHUNK, store_pairs
from bert_lab.text.corpora import read_documents
from bert_lab.text.own_text import OwnText
from bert_lab.text.tokenization import train_wordpiece

if TYPE_CHECKING:
    from datasets import Dataset
    from tokenizers import Tokenizer

Source = Path | OwnText | None  # a folder of WikiText's files, text of one's own, the public hub
ABOUT, TOKENIZER = "about.json", "tokenizer.json"


def build_once(
    source: Source,
    folder: Path,
    max_len: int,
    vocab_size: int,
    seed: int,
    tokenizer: "Tokenizer | None" = None,
) -> dict[str, Any]:
    """Fill a new `folder` with tokenizer and pairs, unless it is filled from the same arguments.

    It appears only when it is whole: `tokenizer.json`, `train.arrow`, `valid.arrow` and what is
    known about them, which is returned: the arguments, and the counts of `store_pairs`.

    Args and errors: as of `prepare`.
    """
    wanted = {"sizes": _sizes(source), "max_len": max_len, "vocab_size": vocab_size, "seed": seed}
    if isinstance(source, OwnText):
        wanted["language"] = source.language
    if tokenizer is not None:
        wanted["tokenizer"] = hashlib.sha256(tokenizer.to_str().encode()).hexdigest()
    if (folder / ABOUT).is_file():
        return _check_about(folder, wanted)
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder}: expected a new folder for the pairs, got one with other files")
    part = folder.with_name(folder.name + ".part")
    shutil.rmtree(part, ignore_errors=True)  # of a run that was killed
    try:
        about = wanted | _build(source, part, max_len, vocab_size, seed, tokenizer)
        (part / ABOUT).write_text(json.dumps(about), "utf-8")
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return about


def _build(source, folder, max_len, vocab_size, seed, tokenizer) -> dict[str, int]:
    """Fill a new folder; returns the counts of the training split."""
    folder.mkdir(parents=True)
    cache = folder / "documents"
    train, valid = (_documents(source, split, cache) for split in ("train", "valid"))
    if tokenizer is None:
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
    try:
        from datasets import Dataset, Features, Sequence, Value
        from datasets.exceptions import DatasetGenerationError
    except ImportError:
        raise ImportError("pretraining on real text needs: pip install datasets") from None

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
    own = isinstance(source, OwnText)
    for document in source.documents(split) if own else read_documents(source, split):
        yield {"sentences": document}


class _Sentences:
    """The documents of a table, as often as they are asked for, one at a time in memory."""

    def __init__(self, table):
        self.table = table

    def __iter__(self):
        return (row["sentences"] for row in self.table)


def _sizes(source) -> dict[str, int]:
    """What tells that the text has changed, on any machine: the sizes of the files."""
    if source is None:
        return {}
    own = isinstance(source, OwnText)
    top, files = (source.path, source.files()) if own else (source, source.glob("wiki.*.tokens"))
    return {str(path.relative_to(top)): path.stat().st_size for path in files}


def _check_about(folder, wanted) -> dict[str, Any]:
    about = json.loads((folder / ABOUT).read_text("utf-8"))
    odd = [name for name, value in wanted.items() if about.get(name) != value]
    if odd:
        raise ValueError(
            f"{folder}: expected pairs of the same text and options, got another {', '.join(odd)}; "
            "give another folder, or remove this one to build them anew"
        )
    return about
