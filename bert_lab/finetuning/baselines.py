"""Baselines that all families share: the most frequent answer, and bags of words.

Each family's own part is its `majority` and its `bag_of_words` (`ch-finetuning`).
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any, TypeVar

from bert_lab.finetuning.example import Example

Item = TypeVar("Item", bound=Hashable)


def most_frequent(items: Iterable[Item]) -> Item:
    """The most frequent item; on a tie the first."""
    return Counter(items).most_common(1)[0][0]


def fit_classes(rows: list[set[str]], labels: list) -> Any:
    """Logistic regression on rows of binary features, given as strings.

    Where all labels are the same there is nothing to tell apart: that label is the answer.
    """
    if len(set(labels)) == 1:
        return _fit(rows, labels, _sklearn().dummy.DummyClassifier(strategy="most_frequent"))
    return _fit(rows, labels, _sklearn().linear_model.LogisticRegression(max_iter=1_000))


def words_of(examples: list[Example]) -> list[set[str]]:
    """The words of each example, each marked with its text."""
    return [
        {
            f"{name}: {word.lower()}"
            for name, text in (("first", example.first), ("second", example.second or []))
            for word in text
        }
        for example in examples
    ]


def crossed_words(examples: list[Example]) -> list[set[str]]:
    """Word by word: each word of the text to tag, or of the text with the answer, with the others
    of its text or with those of the question."""
    rows = []
    for first, second, _ in examples:
        beside = {"", *(word.lower() for word in first)}  # "": the word alone
        for word in first if second is None else second:
            rows.append({f"{word.lower()} | {other}" for other in beside})
    return rows


def _fit(rows, labels, regression):
    # hashed, so that the number of weights does not grow with the text
    hasher = _sklearn().feature_extraction.FeatureHasher(2**18, input_type="string")
    return _sklearn().pipeline.make_pipeline(hasher, regression).fit(rows, labels)


def _sklearn() -> Any:
    try:
        import sklearn.dummy
        import sklearn.feature_extraction
        import sklearn.linear_model
        import sklearn.pipeline
    except ImportError:
        raise ImportError("a bag of words needs: pip install scikit-learn") from None
    return sklearn
