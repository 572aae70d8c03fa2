"""Metrics of the task families: answers against labels, as numbers (`ch-finetuning`)."""

import re
import string
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from itertools import chain
from typing import Any


def accuracy(labels: list[int], answers: list[int]) -> float:
    """The share of answers that are right. Source: scikit-learn."""
    return float(_library("sklearn.metrics", "scikit-learn").accuracy_score(labels, answers))


def f1_of_names(
    label_names: tuple[str, ...], labels: list[list[int]], answers: list[list[int]]
) -> float:
    """F1 over whole entities: both words and type must be right.

    Tags are numbers of `label_names`, see `Tagging`. Source: seqeval for names of several words,
    scikit-learn where each word is a name of its own.
    """
    if any(name.startswith("I-") for name in label_names):  # names of several words
        rows = [[[label_names[tag] for tag in tags] for tags in x] for x in (labels, answers)]
        return float(_library("seqeval.metrics", "seqeval").f1_score(*rows, zero_division=0))
    flat = [list(chain.from_iterable(x)) for x in (labels, answers)]
    options = {"labels": range(1, len(label_names)), "average": "micro", "zero_division": 0}
    return float(_library("sklearn.metrics", "scikit-learn").f1_score(*flat, **options))


def compare_words(labels: Iterable[list[str]], answers: Iterable[list[str]]) -> dict[str, float]:
    """Exact match, and the mean F1 of the words.

    Neither takes account of case, punctuation and articles. Source: Rajpurkar et al. 2016,
    section 6.1.
    """
    pairs = [(_plain(one), _plain(other)) for one, other in zip(labels, answers, strict=True)]
    return {
        "exact_match": sum(one == other for one, other in pairs) / len(pairs),
        "f1": sum(_overlap(*pair) for pair in pairs) / len(pairs),
    }


def _library(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ImportError(f"this metric needs: pip install {package}") from None


def _plain(words: list[str]) -> list[str]:
    """The normalised words: lower case, without punctuation and articles."""
    text = "".join(c for c in " ".join(words).lower() if c not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def _overlap(one: list[str], other: list[str]) -> float:
    """F1 of two bags of words: 1 if they are the same, 0 if they share nothing."""
    if not one or not other:
        return float(one == other)
    return 2 * (Counter(one) & Counter(other)).total() / (len(one) + len(other))
