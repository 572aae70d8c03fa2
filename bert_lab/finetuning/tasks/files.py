"""Readers of four public data sets, one of each family, in the format of their authors."""

import json
import os
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import (
    QuestionAnswering,
    SingleText,
    Tagging,
    TaskSpec,
    TextPair,
)
from bert_lab.text.lines import decoded_lines

_TYPES = ("corporation", "creative-work", "group", "location", "person", "product")
SST2 = SingleText("sst2", ("negative", "positive"))
ENTAILMENT = TextPair("sick-entailment", ("CONTRADICTION", "NEUTRAL", "ENTAILMENT"))
WNUT17 = Tagging("wnut17", ("O", *(f"{part}-{name}" for name in _TYPES for part in "BI")))
XQUAD = QuestionAnswering("xquad")

FILE_TASKS: dict[str, TaskSpec[Any]] = {
    "sst2": SST2,
    "sick": ENTAILMENT,
    "wnut17": WNUT17,
    "xquad": XQUAD,
}
SPLITS = ("train", "valid", "test")
_FILES = {
    SST2: ("stsa.binary.train", "stsa.binary.dev", "stsa.binary.test"),
    ENTAILMENT: ("SICK.train.txt", "SICK.trial.txt", "SICK.test.txt"),
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

    Source: Socher et al. 2013 (SST-2), Marelli et al. 2014 (SICK), Derczynski et al. 2017 (WNUT17),
    Artetxe et al. 2020 (XQuAD). Deviation: answers of XQuAD begin and end with whole words, which
    changes 20 of 1,190, punctuation aside. See `ch-finetuning`.
    """
    path = Path(folder) / _FILES[spec][SPLITS.index(split)]
    return list(_read(spec, list(decoded_lines(path)), split))


def _read(spec: TaskSpec[Any], lines: list[str], split: str) -> Iterator[Example]:
    if spec is XQUAD:
        yield from _questions("\n".join(lines), _ARTICLES[split])
    elif spec is WNUT17:
        yield from _sentences(lines)
    elif spec is SST2:
        for label, *words in map(str.split, filter(str.strip, lines)):
            yield Example(words, None, int(label))
    else:
        columns, *rows = (line.split("\t") for line in lines)
        for row in (dict(zip(columns, row, strict=False)) for row in rows if row != [""]):
            label = ENTAILMENT.label_names.index(row["entailment_judgment"])
            yield Example(row["sentence_A"].split(), row["sentence_B"].split(), label)


def _sentences(lines: list[str]) -> Iterator[Example]:
    """A word and its tag a line; an empty line ends a sentence."""
    for filled, group in groupby(lines, key=lambda line: bool(line.strip())):
        if filled:
            words, tags = zip(*(line.rstrip().rsplit("\t", 1) for line in group), strict=True)
            yield Example(list(words), None, list(map(WNUT17.label_names.index, tags)))


def _questions(text: str, articles: tuple[int, ...]) -> Iterator[Example]:
    """The form of SQuAD 1.1; an answer is its words in the passage."""
    for number, article in enumerate(json.loads(text)["data"]):
        for paragraph in article["paragraphs"] if number % 6 in articles else ():
            words = list(re.finditer(r"\S+", paragraph["context"]))
            for question in paragraph["qas"]:
                answer = question["answers"][0]
                start, end = answer["answer_start"], answer["answer_start"] + len(answer["text"])
                inside = [i for i, w in enumerate(words) if w.end() > start and w.start() < end]
                first = question["question"].split()
                span = inside[0], inside[-1]
                yield Example(first, [word.group() for word in words], span)
