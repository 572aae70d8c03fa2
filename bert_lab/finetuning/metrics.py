"""What a task model answers, in words, and how good that is: each task by its usual metric."""

import re
import string
from collections import Counter
from importlib import import_module
from itertools import chain

import torch

from bert_core.validation import unchecked
from bert_lab.finetuning.loop import TaskModel
from bert_lab.finetuning.tasks import Example, TaskData, TaskSpec
from bert_lab.finetuning.tasks.data import Label


def evaluate(task_model: TaskModel, data: TaskData) -> dict[str, float]:
    """How good a task model's answers are: `measure` of what it `predict`s. Chapter 8."""
    return measure(data.spec, data.examples, predict(task_model, data))


@torch.no_grad()
def predict(task_model: TaskModel, data: TaskData, batch_size: int = 256) -> list[Label]:
    """The task model's answer to each example, in evaluation mode.

    Returns:
        Labels of the form that `Example` has. A word that `max_len` cut off gets class 0; an answer
        is the words to which the first and the last token of the span belong.

    Chapter 8.
    """
    was_training, device = task_model.training, next(task_model.parameters()).device
    task_model.eval()
    answers: list[Label] = []
    for rows in torch.arange(len(data)).split(batch_size):
        batch = data.select(rows).crop()
        inputs = (x.to(device) for x in (batch.tokens, batch.segments, batch.valid_lens))
        with unchecked():
            found = task_model.decode(task_model(*inputs)).tolist()
        answers += map(
            _in_words, [data.spec.family] * len(rows), batch.examples, found, batch.places
        )
    task_model.train(was_training)
    return answers


def _in_words(family, example, found, places):
    """An answer at tokens as one at words; `places` (T,) as of `TaskData`."""
    if family == "tagging":
        tags = [0] * len(example.first)
        for place, tag in reversed(list(zip(places.tolist(), found, strict=True))):
            if place >= 0:
                tags[place] = tag  # from right to left, so the first token has the last word
        return tags
    if family == "question answering":
        return tuple(places[found].tolist())
    return found


def measure(spec: TaskSpec, examples: list[Example], answers: list[Label]) -> dict[str, float]:
    """Answers, wherever they come from, against the labels.

    Args:
        spec: the task.
        examples: with their labels.
        answers: labels of the same form, one for each example.

    Returns:
        "accuracy"; for a score "pearson", 0 if all answers are the same; for tagging "f1" over
        whole names: words and type must be right; for question answering "exact_match" and "f1" of
        the words, means over the questions. The last two take no account of case, punctuation and
        articles. All between 0 and 1 but for Pearson's correlation.

    Raises:
        ImportError: if the metric's library is not installed.

    Source: scikit-learn; SciPy; for names of several words seqeval; for questions Rajpurkar et al.
    2016, section 6.1. Chapter 8.
    """
    labels = [example.label for example in examples]
    if spec.family == "tagging":
        return {"f1": _f1_of_names(spec, labels, answers)}
    if spec.family == "question answering":
        pairs = [
            [_plain(example.second[start : end + 1]) for start, end in (example.label, answer)]
            for example, answer in zip(examples, answers, strict=True)
        ]
        exact = sum(one == other for one, other in pairs)
        return {
            "exact_match": exact / len(pairs),
            "f1": sum(_overlap(*pair) for pair in pairs) / len(pairs),
        }
    if spec.metric == "pearson":
        pearsonr = _library("scipy.stats", "scipy").pearsonr
        varied = len(set(answers)) > 1
        return {"pearson": float(pearsonr(labels, answers).statistic) if varied else 0.0}
    metrics = _library("sklearn.metrics", "scikit-learn")
    return {"accuracy": float(metrics.accuracy_score(labels, answers))}


def _f1_of_names(spec, labels, answers) -> float:
    if any(name.startswith("I-") for name in spec.label_names):  # names of several words
        rows = [[[spec.label_names[tag] for tag in tags] for tags in x] for x in (labels, answers)]
        return float(_library("seqeval.metrics", "seqeval").f1_score(*rows, zero_division=0))
    flat = [list(chain.from_iterable(x)) for x in (labels, answers)]
    options = {"labels": range(1, spec.num_labels), "average": "micro", "zero_division": 0}
    return float(_library("sklearn.metrics", "scikit-learn").f1_score(*flat, **options))


def _library(module, package):
    try:
        return import_module(module)
    except ImportError:
        raise ImportError(f"this metric needs: pip install {package}") from None


def _plain(words: list[str]) -> list[str]:
    """The words that count: lower case, without punctuation and articles."""
    text = "".join(c for c in " ".join(words).lower() if c not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def _overlap(one: list[str], other: list[str]) -> float:
    """F1 of two bags of words: 1 if they are the same, 0 if they share nothing."""
    if not one or not other:
        return float(one == other)
    return 2 * (Counter(one) & Counter(other)).total() / (len(one) + len(other))
