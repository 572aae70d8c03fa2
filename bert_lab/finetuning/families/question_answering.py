"""A question, a passage, and the position of the answer in the passage."""

from dataclasses import dataclass
from typing import Any

import torch

from bert_lab.finetuning.baselines import crossed_words, fit_classes, most_frequent
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families.spec import IGNORE, TaskSpec
from bert_lab.finetuning.heads import SpanPredictor, best_spans
from bert_lab.finetuning.metrics import compare_words

Span = tuple[int, int]


@dataclass(frozen=True)
class QuestionAnswering(TaskSpec[Span]):
    """Question answering: the label is a span of words in the second text.

    See `ch-agnostic` and `ch-finetuning`.
    """

    label_names: tuple[str, ...] = ("start", "end")

    family = "question answering"
    two_texts = True
    metric = "exact_match"
    task_model = SpanPredictor

    def is_label(self, example: Example) -> bool:
        span = example.label
        fits = isinstance(span, tuple) and len(span) == 2
        return fits and 0 <= span[0] <= span[1] < len(_passage(example))

    def place_label(self, label: Span, places: list[int], segments: list[int]) -> list[int]:
        second = [i for i, segment in enumerate(segments) if segment]
        starts, ends = ([i for i in second if places[i] == word] for word in label)
        return [starts[0], ends[-1]] if starts and ends else [IGNORE, IGNORE]

    def in_words(self, found: Any, example: Example[Span], places: list[int]) -> Span:
        start, end = found
        return places[start], places[end]

    def measure(self, examples: list[Example[Span]], answers: list[Span]) -> dict[str, float]:
        return compare_words(
            [_words(example, example.label) for example in examples],
            [_words(*pair) for pair in zip(examples, answers, strict=True)],
        )

    def majority(self, train: list[Example[Span]], test: list[Example[Span]]) -> list[Span]:
        start = most_frequent(example.label[0] for example in train)
        more = most_frequent(example.label[1] - example.label[0] for example in train)
        lasts = [len(_passage(example)) - 1 for example in test]
        return [(min(start, last), min(start + more, last)) for last in lasts]

    def bag_of_words(self, train: list[Example[Span]], test: list[Example[Span]]) -> list[Span]:
        scores = []
        for end in (0, 1):
            labels = [
                place == example.label[end]
                for example in train
                for place in range(len(_passage(example)))
            ]
            model = fit_classes(crossed_words(train), labels)
            # True is the last class, or the only one where every text is its own answer
            log_probs = torch.from_numpy(model.predict_log_proba(crossed_words(test))[:, -1])
            scores.append(log_probs.split([len(_passage(example)) for example in test]))
        best = [best_spans(torch.stack(pair)[None])[0] for pair in zip(*scores, strict=True)]
        return [(int(start), int(end)) for start, end in best]


def _passage(example: Example) -> list[str]:
    return example.second or []


def _words(example: Example, span: Span) -> list[str]:
    return _passage(example)[span[0] : span[1] + 1]
