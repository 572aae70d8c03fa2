"""Readers of four public data sets, one of each family, in the format of their authors."""

import math
import os
from collections.abc import Iterator
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
from bert_lab.finetuning.tasks.squad import ARTICLES, read_squad
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
    if split not in ARTICLES:
        raise ValueError(f"split: expected one of {', '.join(ARTICLES)}, got {split!r}")
    read, names = _SOURCES[spec]
    path = Path(folder) / names[split]
    if not path.is_file():
        raise FileNotFoundError(f"{path}: expected the file of {spec.name!r} with this name")
    lines = list(decoded_lines(path))
    with prefix_errors(path):
        examples = list(read(lines, spec, split))
        if not examples:
            raise ValueError("expected at least one example, got none; is it the whole file?")
        return examples


def _read_sst2(lines: list[str], spec: TaskSpec, split: str) -> Iterator[Example]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            label, *words = line.split()
            if label not in ("0", "1") or not words:
                raise ValueError(f"line {number}: expected 0 or 1 and a sentence, got {line!r}")
            yield Example(words, None, int(label))


def _read_sick(lines: list[str], spec: TaskSpec, split: str) -> Iterator[Example]:
    columns = lines[0].split("\t") if lines else []
    for number, line in enumerate(lines[1:], start=2):
        if line.strip():
            row = dict(zip(columns, line.split("\t"), strict=False))
            try:
                name, score = row["entailment_judgment"], float(row["relatedness_score"])
                if not math.isfinite(score):
                    raise ValueError(f"expected a finite score, got {score}")
                label = score if spec is RELATEDNESS else spec.label_names.index(name)
                example = Example(row["sentence_A"].split(), row["sentence_B"].split(), label)
                if not (example.first and example.second):
                    raise ValueError("expected words in both sentences")
            except (KeyError, ValueError) as error:
                raise ValueError(
                    f"line {number}: expected sentence_A, sentence_B, relatedness_score and "
                    f"entailment_judgment ({', '.join(ENTAILMENT.label_names)}), got {row}"
                ) from error
            yield example


def _read_wnut17(lines: list[str], spec: TaskSpec, split: str) -> Iterator[Example]:
    words: list[str] = []
    tags: list[int] = []
    for number, line in enumerate([*lines, ""], start=1):  # an empty line ends a sentence
        if line.strip():
            word, _, name = line.rstrip().rpartition("\t")
            if not word or name not in spec.label_names:
                raise ValueError(f"line {number}: expected a word, a tab and a tag, got {line!r}")
            words.append(word)
            tags.append(spec.label_names.index(name))
        elif words:
            yield Example(words, None, tags)
            words, tags = [], []


def _read_xquad(lines: list[str], spec: TaskSpec, split: str) -> Iterator[Example]:
    return read_squad(lines, split)


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
    XQUAD: (_read_xquad, dict.fromkeys(ARTICLES, "xquad.en.json")),
}
