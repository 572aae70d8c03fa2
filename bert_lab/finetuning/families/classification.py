"""A class for a text or a pair of texts."""

from typing import Any

from bert_lab.finetuning.baselines import fit_classes, most_frequent, words_of
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families.spec import TaskSpec
from bert_lab.finetuning.heads import POOLINGS, SequenceClassifier
from bert_lab.finetuning.metrics import accuracy


class SingleText(TaskSpec[int]):
    """Single-text classification: `label_names` are the classes.

    See `ch-agnostic` and `ch-finetuning`.
    """

    family = "single text"
    metric = "accuracy"
    task_model = SequenceClassifier
    poolings = POOLINGS

    def is_label(self, example: Example) -> bool:
        return example.label in range(self.num_labels)

    def place_label(self, label: int, places: list[int], segments: list[int]) -> int:
        return label

    def in_words(self, found: Any, example: Example[int], places: list[int]) -> int:
        return found

    def measure(self, examples: list[Example[int]], answers: list[int]) -> dict[str, float]:
        return {"accuracy": accuracy([example.label for example in examples], answers)}

    def majority(self, train: list[Example[int]], test: list[Example[int]]) -> list[int]:
        return [most_frequent(example.label for example in train)] * len(test)

    def bag_of_words(self, train: list[Example[int]], test: list[Example[int]]) -> list[int]:
        model = fit_classes(words_of(train), [example.label for example in train])
        return model.predict(words_of(test)).tolist()


class TextPair(SingleText):
    """Text-pair classification: `label_names` are the classes.

    See `ch-agnostic` and `ch-finetuning`.
    """

    family = "text pair"
    two_texts = True
