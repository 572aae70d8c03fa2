"""What a task model is held against: the most frequent answer, and words without their order."""

from collections import Counter

import torch

from bert_lab.finetuning.heads import best_spans
from bert_lab.finetuning.tasks import Example, TaskSpec
from bert_lab.finetuning.tasks.data import Label


def majority(spec: TaskSpec, train: list[Example], test: list[Example]) -> list[Label]:
    """The most frequent class of the training examples for every test example.

    For tagging that is asked word by word, for question answering start by start and length by
    length (the answer is cut where the text ends); for a score it is the mean. Chapter 8.
    """
    labels = [example.label for example in train]
    if spec.metric == "pearson":
        return [sum(labels) / len(labels)] * len(test)
    if spec.family == "tagging":
        most = _most_frequent([tag for tags in labels for tag in tags])
        return [[most] * len(example.first) for example in test]
    if spec.family == "question answering":
        start, more = _most_frequent(x for x, _ in labels), _most_frequent(y - x for x, y in labels)
        lasts = [len(example.second) - 1 for example in test]
        return [(min(start, last), min(start + more, last)) for last in lasts]
    return [_most_frequent(labels)] * len(test)


def bag_of_words(spec: TaskSpec, train: list[Example], test: list[Example]) -> list[Label]:
    """The answers of a logistic regression that knows which words there are, and not their order.

    Of one text or two it knows the words of each; for tagging the word itself, and with it every
    other word of the text; for question answering the word itself, and with it every word of the
    question: start and end of the most probable span. A score comes from a ridge regression.

    Args:
        spec: the task.
        train, test: examples; the labels of `test` are not read.

    Returns:
        An answer to each test example, of the form of its label.

    Raises:
        ImportError: if scikit-learn is not installed.

    Chapter 8.
    """
    if spec.family == "tagging":
        model = _fit(_crossed(train), [tag for example in train for tag in example.label])
        tags = iter(model.predict(_crossed(test)).tolist())
        return [[next(tags) for _ in example.first] for example in test]
    if spec.family == "question answering":
        return _spans(train, test)
    model = _fit(_words(train), [example.label for example in train], spec.metric == "pearson")
    return model.predict(_words(test)).tolist()


def _fit(rows, labels, score=False):
    """A fitted model on rows of features, strings that are there or not."""
    try:
        from sklearn.feature_extraction import FeatureHasher
        from sklearn.linear_model import LogisticRegression, Ridge
        from sklearn.pipeline import make_pipeline
    except ImportError:
        raise ImportError("bag_of_words needs: pip install scikit-learn") from None
    # hashed, so that the number of weights does not grow with the text
    hasher = FeatureHasher(2**18, input_type="string")
    model = make_pipeline(hasher, Ridge() if score else LogisticRegression(max_iter=1_000))
    return model.fit(list(rows), labels)


def _words(examples: list[Example]) -> list[set[str]]:
    return [
        {
            f"{text}: {word.lower()}"
            for text in ("first", "second")
            for word in getattr(example, text) or ()
        }
        for example in examples
    ]


def _crossed(examples: list[Example]) -> list[set[str]]:
    """Word by word: each word of the text to tag, or of the text with the answer, with the others
    of its text or with those of the question."""
    rows = []
    for first, second, _ in examples:
        beside = {"", *(word.lower() for word in first)}  # "": the word alone
        for word in first if second is None else second:
            rows.append({f"{word.lower()} | {other}" for other in beside})
    return rows


def _spans(train, test):
    words = [len(example.second) for example in test]
    columns = []
    for end in (0, 1):
        labels = [
            place == example.label[end] for example in train for place in range(len(example.second))
        ]
        log_probs = _fit(_crossed(train), labels).predict_log_proba(_crossed(test))[:, 1]
        columns.append(torch.from_numpy(log_probs).split(words))
    return [
        tuple(best_spans(torch.stack(pair)[None])[0].tolist())
        for pair in zip(*columns, strict=True)
    ]


def _most_frequent(items):
    return Counter(items).most_common(1)[0][0]
