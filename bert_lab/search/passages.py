"""A corpus to search: the book's glossary and questions as they once were (`ch-practice`).

The queries by hand and all that is recorded hold for these words, so they stay as they were when
they were first searched; the pages may go on (`cut_pages` reads them).
"""

import json
import re
import tomllib
import zlib
from importlib import resources
from typing import NamedTuple

import torch
from torch import Tensor

_ENTRY = re.compile(r"^(\S[^\n]*)\n((?:  [^\n]*\n?)+)", re.MULTILINE)  # a term, then its definition
_QUESTION = re.compile(r"^\(sec-questions-(\w+)\)=\n### ([^\n]+)\n(.*?)(?=^\(sec-|\Z)", re.M | re.S)
# the last paragraph of an answer: where it is shown, and who asked
_SOURCES = re.compile(r"^(?:(?!\n\n).)*\bAsked\s+in\b.*", re.M | re.S)
_MARKUP = (
    (re.compile(r"\{(?:cite|cite:t|eq)\}`[^`]*`"), ""),
    (re.compile(r"\{\w+\}`([^`<]*?)\s*(?:<[^`]*>)?`"), r"\1"),  # a role: what a reader sees of it
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"[`$*]|\\[,;]|\\(?=\w)"), ""),
    (re.compile(r"\s+"), " "),
)


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


def cut_pages(glossary: str, questions: str) -> list[Passage]:
    """Passages of these two pages as they are: in the form of `read_passages`."""
    inside = glossary.partition(":::{glossary}\n")[2].partition("\n:::")[0] + "\n"
    terms = [Passage(term, term, plain(text)) for term, text in _ENTRY.findall(inside)]
    faq = [
        Passage(f"?{label}", plain(title), plain(_SOURCES.sub("", answer)))
        for label, title, answer in _QUESTION.findall(questions)
        if not answer.startswith("## ")
    ]
    return terms + faq


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


def plain(text: str) -> str:
    """The text without markup, in one line."""
    for pattern, seen in _MARKUP:
        text = pattern.sub(seen, text)
    return text.strip()
