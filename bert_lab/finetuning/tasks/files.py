"""Four public data sets, one of each family, read from the files that their authors published."""

import json
import math
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bert_lab.checkpoint.files import naming
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import (
    QuestionAnswering,
    ScoredPair,
    SingleText,
    Tagging,
    TaskSpec,
    TextPair,
)

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
# XQuAD has no parts: an article's number modulo six says to which of ours it belongs.
_ARTICLES = {"train": (2, 3, 4, 5), "valid": (1,), "test": (0,)}


def file_examples(spec: TaskSpec[Any], folder: str | os.PathLike, split: str) -> list[Example]:
    """The examples of a public data set; words are what stands between blanks.

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
    changes 20 of 1,190, punctuation aside. Chapter 9.
    """
    if split not in _ARTICLES:
        raise ValueError(f"split: expected one of {', '.join(_ARTICLES)}, got {split!r}")
    read, names = _SOURCES[spec]
    path = Path(folder) / names[split]
    if not path.is_file():
        raise FileNotFoundError(f"{path}: expected the file of {spec.name!r} with this name")
    with naming(path):
        try:
            examples = list(read(path, spec, split))
        except UnicodeDecodeError as error:
            raise ValueError(f"expected UTF-8 ({error.reason}); save it as plain text") from None
        if not examples:
            raise ValueError("expected at least one example, got none; is it the whole file?")
        return examples


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Each line with its number, from 1."""
    # only a line feed ends a line; to str.splitlines U+2028 and others do, too
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            yield number, line.rstrip("\n")


def _read_sst2(path: Path, spec: TaskSpec, split: str) -> Iterator[Example]:
    for number, line in _lines(path):
        if line.strip():
            label, *words = line.split()
            if label not in ("0", "1") or not words:
                raise ValueError(f"line {number}: expected 0 or 1 and a sentence, got {line!r}")
            yield Example(words, None, int(label))


def _read_sick(path: Path, spec: TaskSpec, split: str) -> Iterator[Example]:
    lines = _lines(path)
    columns = next(lines, (1, ""))[1].split("\t")
    for number, line in lines:
        if line.strip():
            row = dict(zip(columns, line.split("\t"), strict=False))
            try:
                name, score = row["entailment_judgment"], float(row["relatedness_score"])
                if not math.isfinite(score):
                    raise ValueError(f"expected a finite score, got {score}")
                label = score if spec is RELATEDNESS else spec.label_names.index(name)
                example = Example(row["sentence_A"].split(), row["sentence_B"].split(), label)
            except (KeyError, ValueError) as error:
                raise ValueError(
                    f"line {number}: expected sentence_A, sentence_B, relatedness_score and "
                    f"entailment_judgment ({', '.join(ENTAILMENT.label_names)}), got {row}"
                ) from error
            yield example


def _read_wnut17(path: Path, spec: TaskSpec, split: str) -> Iterator[Example]:
    words: list[str] = []
    tags: list[int] = []
    for number, line in [*_lines(path), (0, "")]:  # an empty line ends a sentence
        if line.strip():
            word, _, name = line.rstrip().rpartition("\t")
            if not word or name not in spec.label_names:
                raise ValueError(f"line {number}: expected a word, a tab and a tag, got {line!r}")
            words.append(word)
            tags.append(spec.label_names.index(name))
        elif words:
            yield Example(words, None, tags)
            words, tags = [], []


def _read_xquad(path: Path, spec: TaskSpec, split: str) -> Iterator[Example]:
    try:
        for number, article in enumerate(json.loads(path.read_text("utf-8"))["data"]):
            if number % 6 in _ARTICLES[split]:
                for paragraph in article["paragraphs"]:
                    yield from _questions(paragraph)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"expected the form of SQuAD, got {error!r}") from error


def _questions(paragraph: dict[str, Any]) -> Iterator[Example]:
    context = paragraph["context"]
    words = list(re.finditer(r"\S+", context))
    for question in paragraph["qas"]:
        answer = question["answers"][0]
        start, end = answer["answer_start"], answer["answer_start"] + len(answer["text"])
        inside = [i for i, word in enumerate(words) if word.end() > start and word.start() < end]
        if not inside or context[start:end] != answer["text"]:
            raise ValueError(f"question {question['id']}: expected its answer at {start}")
        texts = question["question"].split(), [word.group() for word in words]
        yield Example(*texts, (inside[0], inside[-1]))


_SICK = {"train": "SICK.train.txt", "valid": "SICK.trial.txt", "test": "SICK.test.txt"}
_SOURCES = {
    SST2: (
        _read_sst2,
        {"train": "stsa.binary.train", "valid": "stsa.binary.dev", "test": "stsa.binary.test"},
    ),
    ENTAILMENT: (_read_sick, _SICK),
    RELATEDNESS: (_read_sick, _SICK),
    WNUT17: (
        _read_wnut17,
        {
            "train": "wnut17train.conll",
            "valid": "emerging.dev.conll",
            "test": "emerging.test.annotated",
        },
    ),
    XQUAD: (_read_xquad, dict.fromkeys(_ARTICLES, "xquad.en.json")),
}
