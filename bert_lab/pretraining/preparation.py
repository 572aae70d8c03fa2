"""What a run reads: tokenizer, training and held-out pairs, in memory or on disk (chapter 7)."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import torch

from bert_core.pairs import pack_pairs, sentence_pairs
from bert_lab.pretraining.stored import CHUNK, StoredPairs, store_pairs
from bert_lab.text.corpora import Corpus, read_documents, wikitext2
from bert_lab.text.tokenization import encode, train_word_level, train_wordpiece
from bert_lab.training.batches import Pairs
from bert_lab.world.mini_world import mini_world

if TYPE_CHECKING:
    from datasets import Dataset
    from tokenizers import Tokenizer

ABOUT, TOKENIZER = "about.json", "tokenizer.json"


def load_corpus(name_or_folder: str | os.PathLike) -> Corpus:
    """Load a corpus by its name, or from a folder.

    Args:
        name_or_folder: "mini-world", "wikitext-2" (from the public hub), or a folder that holds
            `wiki.train.tokens`, `wiki.valid.tokens` and `wiki.test.tokens`.

    Returns:
        The `Corpus`.

    Raises:
        FileNotFoundError: if it is neither a name nor a folder.
        ImportError, ConnectionError, ValueError: as `wikitext2` does.
    """
    if name_or_folder == "mini-world":
        return mini_world()
    return wikitext2(None if name_or_folder == "wikitext-2" else name_or_folder)


class Prepared(NamedTuple):
    """Tokenizer and pairs; of the training documents and pairs, how many had to be skipped or
    shortened."""

    tokenizer: "Tokenizer"
    train: Pairs
    held_out: Pairs
    skipped_documents: int
    truncated_pairs: int


def prepare_mini_world(max_len: int, generator: torch.Generator) -> Prepared:
    """The mini-world as whole words and pairs of sentences, in memory."""
    corpus = mini_world()
    tokenizer = train_word_level(corpus.train)
    drawn, packed = [], []
    for split in (corpus.train, corpus.valid):
        drawn.append(sentence_pairs(encode(tokenizer, split), generator))
        packed.append(pack_pairs(drawn[-1].pairs, max_len, generator))
    return Prepared(tokenizer, *packed, drawn[0].skipped, packed[0].truncated)


def prepare_text(
    source: str | os.PathLike | None, folder: Path, max_len: int, vocab_size: int, seed: int
) -> Prepared:
    """Real text as word pieces and the original's segment pairs, on disk whatever its length.

    Args:
        source: as `read_documents` takes it; articles are the documents.
        folder: what is built goes there. It appears only when it is whole, and if it is there
            already, built from the same arguments, it is read and not built.
        max_len: T; at least 5.
        vocab_size: word pieces.
        seed: all randomness.

    Raises ValueError if a split gives no pair, and what `read_documents` raises. The library
    `datasets` shows how far it is.
    """
    from tokenizers import Tokenizer

    wanted = {"sizes": _sizes(source), "max_len": max_len, "vocab_size": vocab_size, "seed": seed}
    about = _read_about(folder)
    if about is None or any(about[name] != value for name, value in wanted.items()):
        part = folder.with_name(folder.name + ".part")
        for old in (part, folder):
            shutil.rmtree(old, ignore_errors=True)
        about = wanted | _build(source, part, max_len, vocab_size, seed)
        (part / ABOUT).write_text(json.dumps(about), "utf-8")
        part.rename(folder)
    return Prepared(
        Tokenizer.from_file(str(folder / TOKENIZER)),
        StoredPairs(folder / "train.arrow"),
        StoredPairs(folder / "valid.arrow"),
        about["skipped_documents"],
        about["truncated_pairs"],
    )


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
        raise error.__cause__ from None


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
