"""A corpus to search: the book's glossary and questions as they once were (`ch-practice`).

The queries by hand and all that is recorded hold for these words, so they stay as they were when
they were first searched.
"""

import json
import tomllib
import zlib
from importlib import resources
from typing import NamedTuple

import torch
from torch import Tensor


class Passage(NamedTuple):
    """A piece of the book: its name in the answers of queries, its title, its text."""

    name: str
    title: str
    text: str


class Query(NamedTuple):
    """A question by hand: its kind, its words, the names of the passages that answer it."""

    kind: str
    text: str
    answers: tuple[str, ...]


def read_passages() -> list[Passage]:
    """The entries of the glossary, then the questions that learners ask, without markup.

    See `ch-practice`.
    """
    path = resources.files("bert_lab") / "assets" / "passages.json"
    return [Passage(*found) for found in json.loads(path.read_text("utf-8"))]


def hand_written_queries() -> tuple[list[Query], list[Query]]:
    """What readers might ask, written by hand for the book: for training, and held out.

    Of the 150 in `questions.toml` a checksum of the letters (CRC-32) holds two thirds out, so that
    nobody chose. The others train, and so do the 42 in `queries.toml`: their results were printed.

    See `ch-practice`.
    """
    queries = _queries("queries"), _queries("questions")
    train, held_out = [], []
    for query in queries[1]:
        (held_out if zlib.crc32(query.text.encode()) % 3 else train).append(query)
    return queries[0] + train, held_out


def _queries(name: str) -> list[Query]:
    path = resources.files("bert_lab") / "assets" / f"{name}.toml"
    kinds = tomllib.loads(path.read_text("utf-8"))
    return [
        Query(kind, text, tuple(answers))
        for kind, queries in kinds.items()
        for text, answers in queries.items()
    ]


def find_right(queries: list[Query], passages: list[Passage]) -> Tensor:
    """Which passages answer which queries: (queries, passages) bool.

    Raises:
        ValueError: if an answer is the name of no passage.

    See `ch-practice`.
    """
    names = [passage.name for passage in passages]
    for query in queries:
        if missing := set(query.answers) - set(names):
            raise ValueError(f"{query.text}: expected names of passages, got {sorted(missing)}")
    found = [[name in query.answers for name in names] for query in queries]
    return torch.tensor(found, dtype=torch.bool).view(len(queries), len(names))
