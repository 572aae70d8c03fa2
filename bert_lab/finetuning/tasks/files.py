"""Readers of four public data sets, one of each family, in the format of their authors."""

import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bert_lab.checkpoint.files import prefix_errors
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import (
    QuestionAnswering,
    ScoredPair,
    SingleText,
    Tagging,
    TaskSpec,
    TextPair,
)
from bert_lab.text.lines import decoded_lines

_TYPES = ("corporation", "creative-work", "group", "location", "person", "product")
SST2 = SingleText("sst2", ("negative", "positive"))
ENTAILMENT = TextPair("sick-entailment", ("CONTRADICTION", "NEUTRAL", "ENTAILMENT"))
RELATEDNESS = ScoredPair("sick-relatedness", ("relatedness",))
WNUT17 = Tagging("wnut17", ("O", *(f"{part}-{name}" for name in _TYPES for part in "BI")))
XQUAD = QuestionAnswering("xquad")

# What the command calls them, and what is learned from each.
FILE_TASKS: dict[str, tuple[TaskSpec[Any], ...]] = {
    "sst2": (SST2,),
    "sick": (ENTAILMENT, RELATEDNESS),
    "wnut17": (WNUT17,),
    "xquad": (XQUAD,),
}
SPLITS = ("train", "valid", "test")
_SICK = "SICK.train.txt", "SICK.trial.txt", "SICK.test.txt"
_FILES = {
    SST2: ("stsa.binary.train", "stsa.binary.dev", "stsa.binary.test"),
    ENTAILMENT: _SICK,
    RELATEDNESS: _SICK,
    WNUT17: ("wnut17train.conll", "emerging.dev.conll", "emerging.test.annotated"),
    XQUAD: ("xquad.en.json",) * 3,
}
# XQuAD has no parts: an article's number modulo six says to which of ours it belongs.
_ARTICLES = {"train": (2, 3, 4, 5), "valid": (1,), "test": (0,)}


def file_examples(spec: TaskSpec[Any], folder: str | os.PathLike, split: str) -> list[Example]:
    """The examples of a public data set; words are separated by blanks.

    Args:
        spec: one of those in `FILE_TASKS`.
        folder: with the data set's files, under the names that their authors gave them.
        split: "train", "valid" or "test"; for XQuAD, which has no such parts, by articles.

    Returns:
        All examples of that part, in their order.

    Raises:
        FileNotFoundError: if the file is not in the folder.
        ValueError: for another split, or a line or an answer that is not as it should be.

    Source: Socher et al. 2013 (SST-2), Marelli et al. 2014 (SICK), Derczynski et al. 2017 (WNUT17),
    Artetxe et al. 2020 (XQuAD). Deviation: answers of XQuAD begin and end with whole words, which
    changes 20 of 1,190, punctuation aside. See `ch-finetuning`.
    """
    if split not in SPLITS:
        raise ValueError(f"split: expected one of {', '.join(SPLITS)}, got {split!r}")
    path = Path(folder) / _FILES[spec][SPLITS.index(split)]
    if not path.is_file():
        raise FileNotFoundError(f"{path}: expected the file of {spec.name!r} with this name")
    with prefix_errors(path):
        examples = list(_read(spec, list(decoded_lines(path)), split))
        if not examples:
            raise ValueError("expected at least one example, got none; is it the whole file?")
        return examples


def _read(spec: TaskSpec[Any], lines: list[str], split: str) -> Iterator[Example]:
    if spec is XQUAD:
        yield from _questions("\n".join(lines), _ARTICLES[split])
    elif spec is WNUT17:
        yield from _sentences(lines)
    elif spec is SST2:
        yield from _rows(lines, _film, "0 or 1 and a sentence")
    else:
        columns = lines[0].split("\t") if lines else []

        def pair(line: str) -> Example:
            row = dict(zip(columns, line.split("\t"), strict=False))
            texts = row["sentence_A"].split(), row["sentence_B"].split()
            if spec is RELATEDNESS:
                return Example(*texts, float(row["relatedness_score"]))
            return Example(*texts, ENTAILMENT.label_names.index(row["entailment_judgment"]))

        names = "sentence_A, sentence_B, relatedness_score and entailment_judgment"
        yield from _rows(lines, pair, names, header=1)


def _rows(
    lines: list[str], read: Callable[[str], Example], expected: str, header: int = 0
) -> Iterator[Example]:
    """An example of each line that isn't blank; ValueError names the line that can't be read."""
    for number, line in enumerate(lines[header:], start=header + 1):
        if line.strip():
            try:
                yield read(line)
            except (KeyError, ValueError) as error:
                raise ValueError(f"line {number}: expected {expected}, got {line!r}") from error


def _film(line: str) -> Example:
    label, *words = line.split()
    return Example(words, None, ("0", "1").index(label))


def _sentences(lines: list[str]) -> Iterator[Example]:
    """A word and its tag a line; an empty line ends a sentence."""
    words: list[str] = []
    tags: list[int] = []
    for number, line in enumerate([*lines, ""], start=1):
        if line.strip():
            word, _, name = line.rstrip().rpartition("\t")
            if not word or name not in WNUT17.label_names:
                raise ValueError(f"line {number}: expected a word, a tab and a tag, got {line!r}")
            words.append(word)
            tags.append(WNUT17.label_names.index(name))
        elif words:
            yield Example(words, None, tags)
            words, tags = [], []


def _questions(text: str, articles: tuple[int, ...]) -> Iterator[Example]:
    """The form of SQuAD 1.1; an answer is its words in the passage."""
    try:
        for number, article in enumerate(json.loads(text)["data"]):
            for paragraph in article["paragraphs"] if number % 6 in articles else ():
                for question in paragraph["qas"]:
                    yield _question(question, paragraph["context"])
    except (KeyError, IndexError, TypeError, json.JSONDecodeError) as error:
        raise ValueError(f"expected the form of SQuAD 1.1, got {error!r}") from error


def _question(question: dict[str, Any], context: str) -> Example:
    answer = question["answers"][0]
    start = answer["answer_start"]
    end = start + len(answer["text"])
    if context[start:end] != answer["text"]:
        raise ValueError(
            f"question {question.get('id')}: expected its answer {answer['text']!r:.60} at "
            f"character {start}, got {context[start:end]!r:.60}"
        )
    words = list(re.finditer(r"\S+", context))
    inside = [i for i, word in enumerate(words) if word.end() > start and word.start() < end]
    return Example(
        question["question"].split(), [word.group() for word in words], (inside[0], inside[-1])
    )
