"""A class for every word of a text."""

from itertools import pairwise
from typing import Any

from bert_lab.finetuning.baselines import crossed_words, fit_classes, most_frequent
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families.spec import IGNORE, NO_WORD, TaskSpec
from bert_lab.finetuning.heads import TokenTagger
from bert_lab.finetuning.metrics import f1_of_names

Tags = list[int]


class Tagging(TaskSpec[Tags]):
    """Text tagging: `label_names` are "O" (none) and the types of names.

    Where names have several words, "B-" and "I-" mark a name's first word and its others. A tag
    stands at its word's first token. Source: Devlin et al. 2019, section 5.3.
    See `ch-agnostic` and `ch-finetuning`.
    """

    family = "tagging"
    metric = "f1"
    task_model = TokenTagger

    def is_label(self, example: Example) -> bool:
        tags = example.label
        fits = isinstance(tags, list) and len(tags) == len(example.first)
        return fits and all(tag in range(self.num_labels) for tag in tags)

    def place_label(self, label: Tags, places: list[int], segments: list[int]) -> list[int]:
        return [
            IGNORE if place in (before, NO_WORD) else label[place]
            for before, place in pairwise([NO_WORD, *places])
        ]

    def in_words(self, found: Any, example: Example[Tags], places: list[int]) -> Tags:
        tags = [0] * len(example.first)
        for place, tag in reversed(list(zip(places, found, strict=True))):
            if place != NO_WORD:
                tags[place] = tag  # from right to left, so the first token has the last word
        return tags

    def measure(self, examples: list[Example[Tags]], answers: list[Tags]) -> dict[str, float]:
        labels = [example.label for example in examples]
        return {"f1": f1_of_names(self.label_names, labels, answers)}

    def majority(self, train: list[Example[Tags]], test: list[Example[Tags]]) -> list[Tags]:
        most = most_frequent(tag for example in train for tag in example.label)
        return [[most] * len(example.first) for example in test]

    def bag_of_words(self, train: list[Example[Tags]], test: list[Example[Tags]]) -> list[Tags]:
        model = fit_classes(
            crossed_words(train), [tag for example in train for tag in example.label]
        )
        tags = iter(model.predict(crossed_words(test)).tolist())
        return [[next(tags) for _ in example.first] for example in test]
