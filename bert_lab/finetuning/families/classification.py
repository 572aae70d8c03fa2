"""One answer for a text or a pair of texts: a class, or a score."""

import math
from typing import Any

from bert_lab.finetuning.baselines import fit_classes, fit_scores, most_frequent, words_of
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families.spec import TaskSpec
from bert_lab.finetuning.heads import POOLINGS, SequenceClassifier
from bert_lab.finetuning.metrics import accuracy, pearson


class SingleText(TaskSpec[float]):
    """Single-text classification: `label_names` are the classes.

    See `ch-agnostic` and `ch-finetuning`.
    """

    family = "single text"
    metric = "accuracy"
    task_model = SequenceClassifier
    poolings = POOLINGS

    def is_label(self, example: Example) -> bool:
        return example.label in range(self.num_labels)

    def place_label(self, label: float, places: list[int], segments: list[int]) -> float:
        return label

    def in_words(self, found: Any, example: Example[float], places: list[int]) -> float:
        return found

    def measure(self, examples: list[Example[float]], answers: list[float]) -> dict[str, float]:
        return {"accuracy": accuracy([example.label for example in examples], answers)}

    def majority(self, train: list[Example[float]], test: list[Example[float]]) -> list[float]:
        return [most_frequent(example.label for example in train)] * len(test)

    def bag_of_words(self, train: list[Example[float]], test: list[Example[float]]) -> list[float]:
        model = fit_classes(words_of(train), [example.label for example in train])
        return model.predict(words_of(test)).tolist()


class TextPair(SingleText):
    """Text-pair classification: `label_names` are the classes.

    See `ch-agnostic` and `ch-finetuning`.
    """

    family = "text pair"
    two_texts = True


class ScoredPair(TextPair):
    """A text pair whose label is a number: its name is the only one of `label_names`.

    See `ch-finetuning`.
    """

    metric = "pearson"

    def is_label(self, example: Example) -> bool:
        return isinstance(example.label, int | float) and math.isfinite(example.label)

    def place_label(self, label: float, places: list[int], segments: list[int]) -> float:
        return float(label)

    def measure(self, examples: list[Example[float]], answers: list[float]) -> dict[str, float]:
        return {"pearson": pearson([example.label for example in examples], answers)}

    def majority(self, train: list[Example[float]], test: list[Example[float]]) -> list[float]:
        return [sum(example.label for example in train) / len(train)] * len(test)

    def bag_of_words(self, train: list[Example[float]], test: list[Example[float]]) -> list[float]:
        model = fit_scores(words_of(train), [example.label for example in train])
        return model.predict(words_of(test)).tolist()
