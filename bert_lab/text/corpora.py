"""Corpora: text as documents of sentences, in three splits (`ch-context` and `ch-nsp`)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path

from bert_lab.text.lines import decoded_lines

Documents = list[list[str]]


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


def wikitext2(folder: Path) -> Corpus:
    """WikiText-2: articles of the English Wikipedia; a document is a paragraph of two sentences or
    more.

    Sentences are what lies between " . ", lower-cased, as in D2L. The full stop stays with
    its sentence: D2L drops it everywhere but at the end of a paragraph, which tells a reader
    of the second sentence whether it may be the last one, and so leaks the label of next sentence
    prediction.

    Args:
        folder: holds `wiki.{train,valid,test}.tokens`.

    Returns:
        A `Corpus` named "wikitext-2". Headings are left out.

    Source: D2L section 15.9 (its data loader). Deviations from it: the full stop is kept, and a
    paragraph counts as two sentences only if it has them. See `ch-pretraining`.
    """
    splits = (_paragraphs(_lines(folder, split)) for split in ("train", "valid", "test"))
    return Corpus("wikitext-2", *([one for one in split if len(one) >= 2] for split in splits))


def read_articles(folder: Path, split: str) -> Iterator[list[str]]:
    """One split's articles: all sentences between two titles, as the original's segment pairs
    want them.

    Args:
        folder: as `wikitext2` takes it.
        split: "train", "valid" or "test".
    """
    return (article for article in _articles(_lines(folder, split)) if len(article) >= 2)


def _lines(folder: Path, split: str) -> Iterator[str]:
    return map(str.strip, decoded_lines(folder / f"wiki.{split}.tokens"))


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
