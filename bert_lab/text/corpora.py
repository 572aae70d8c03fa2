"""Corpora: text as documents of sentences, in three splits (`ch-context` and `ch-nsp`)."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from bert_lab.text.lines import decoded_lines

Documents = list[list[str]]

_SPLITS = {"train": "train", "valid": "validation", "test": "test"}  # ours: the hub's
_HUB = ("Salesforce/wikitext", "wikitext-2-v1")


@dataclass(frozen=True)
class Corpus:
    """A corpus: its name and three splits.

    A split is a list of documents, a document a list of sentences in order, a sentence one
    lower-case `str` of words between single spaces. See `ch-context`.
    """

    name: str
    train: Documents
    valid: Documents
    test: Documents


def wikitext2(folder: str | os.PathLike | None = None, documents: str = "paragraphs") -> Corpus:
    """WikiText-2: articles of the English Wikipedia, one paragraph a line.

    Sentences are what lies between " . ", lower-cased, as in D2L. The full stop stays with
    its sentence: D2L drops it everywhere but at the end of a paragraph, which tells a reader
    of the second sentence whether it may be the last one, and so leaks the label of next sentence
    prediction.

    Args:
        folder: holds `wiki.{train,valid,test}.tokens`; None takes the public hub, through the
            library `datasets`.
        documents: "paragraphs" (D2L's rule: paragraphs of two or more sentences) or
            "articles" (all sentences between two titles), as the original's segment pairs want.

    Returns:
        A `Corpus` named "wikitext-2". Headings are left out.

    Raises:
        FileNotFoundError: if a file or the folder is missing.
        ImportError: if the hub is asked and `datasets` is not installed.
        ConnectionError: if the hub can't be reached.
        ValueError: for another word in `documents`, a file that isn't UTF-8, or a split without
            any document.

    Source: D2L section 15.9 (its data loader). Deviations from it: the full stop is kept, and a
    paragraph counts as two sentences only if it has them. See `ch-pretraining`.
    """
    splits = []
    for split in _SPLITS:
        splits.append(list(read_documents(folder, split, documents)))
        if not splits[-1]:
            raise ValueError(f"empty corpus: no document of two or more sentences in {split!r}")
    return Corpus("wikitext-2", *splits)


def read_documents(
    folder: str | os.PathLike | None, split: str, documents: str = "articles"
) -> Iterator[list[str]]:
    """Iterate over one split's documents, so that they needn't be in memory together.

    Args:
        folder, documents: as `wikitext2` takes them.
        split: "train", "valid" or "test".

    Raises what `wikitext2` does, but for an empty split. See `ch-pretraining`.
    """
    if documents not in ("paragraphs", "articles"):
        raise ValueError(f"expected documents 'paragraphs' or 'articles', got {documents!r}")
    lines = _hub_lines(split) if folder is None else _file_lines(Path(folder), split)
    groups = _paragraphs(lines) if documents == "paragraphs" else _articles(lines)
    return (document for document in groups if len(document) >= 2)


def _file_lines(folder: Path, split: str) -> Iterator[str]:
    if not folder.is_dir():
        raise FileNotFoundError(f"expected 'wikitext-2' or a folder, got {str(folder)!r}")
    path = folder / f"wiki.{split}.tokens"
    if not path.is_file():
        raise FileNotFoundError(
            f"expected {path}: put the three wiki.*.tokens files of WikiText-2 there, or load it "
            f"from the public hub ({_HUB[0]}, {_HUB[1]}) with wikitext2()"
        )
    return map(str.strip, decoded_lines(path))


def _hub_lines(split: str) -> Iterator[str]:
    try:
        from datasets import load_dataset
    except ImportError:
        raise ImportError("WikiText-2 from the hub needs: pip install datasets") from None
    try:
        rows: Any = load_dataset(*_HUB, split=_SPLITS[split])
    except (OSError, ValueError) as error:
        raise ConnectionError(
            f"could not load {_HUB[0]} ({_HUB[1]}) from the public hub; go online, or give "
            "wikitext2 a folder with wiki.{train,valid,test}.tokens"
        ) from error
    return (row["text"].strip() for row in rows)


def _is_heading(line: str) -> bool:
    return line.startswith("= ") and line.endswith(" =")


def _sentences(paragraph: str) -> list[str]:
    *whole, last = paragraph.lower().split(" . ")
    return [*(sentence + " ." for sentence in whole), last]


def _paragraphs(lines: Iterable[str]) -> Iterator[list[str]]:
    return (_sentences(line) for line in lines if line and not _is_heading(line))


def _articles(lines: Iterable[str]) -> Iterator[list[str]]:
    article: list[str] = []
    for line, following in pairwise(chain(lines, [""])):
        if not _is_heading(line):
            article += _sentences(line) if line else []
        elif not line.startswith("= =") and not following:
            # a title = Title = has an empty line after it, a formula that begins with " = " hasn't
            yield article
            article = []
    yield article
