"""bert_lab.finetuning.metrics, as the families use them: each metric computed by hand."""

import pytest

from bert_lab.finetuning import Example
from bert_lab.finetuning.families import QuestionAnswering, SingleText, Tagging

REVIEW = SingleText("review", ("bad", "fair", "good"))
NAMES = Tagging("names", ("O", "B-bird", "I-bird", "B-tool", "I-tool"))
WHERE = QuestionAnswering("where")


def test_accuracy_is_the_share_of_right_answers():
    examples = [Example(["x"], None, label) for label in (0, 1, 2, 2)]
    assert REVIEW.measure(examples, [0, 1, 1, 2]) == {"accuracy": 3 / 4}


def test_f1_counts_whole_names():
    words = ["w"] * 5
    examples = [Example(words, None, [1, 2, 0, 3, 0]), Example(words, None, [0, 0, 1, 0, 0])]
    # names found: the first shortened (wrong), the tool (right), the last called a tool (wrong)
    answers = [[1, 0, 0, 3, 0], [0, 0, 3, 0, 0]]
    assert NAMES.measure(examples, answers)["f1"] == pytest.approx(1 / 3)
    assert NAMES.measure(examples, [example.label for example in examples]) == {"f1": 1.0}
    assert NAMES.measure(examples, [[0] * 5] * 2) == {"f1": 0.0}
    # precision 1 / 1, recall 1 / 3
    assert NAMES.measure(examples, [[0, 0, 0, 3, 0], [0] * 5])["f1"] == pytest.approx(1 / 2)


def test_answers_are_compared_without_case_punctuation_and_articles():
    second = ["The", "old", "U.S.", "Crane,", "a", "tower", "crane"]
    examples = [Example(["q"], second, (1, 3))]  # old U.S. Crane,
    for found, exact, f1 in [
        ((1, 3), 1, 1),
        ((0, 4), 1, 1),  # the and a count nothing
        ((3, 3), 0, 2 * 1 / (1 + 3)),
        ((6, 6), 0, 2 * 1 / (1 + 3)),  # the same word elsewhere
        ((2, 6), 0, 2 * 2 / (4 + 3)),  # us crane tower crane
        ((4, 4), 0, 0),
    ]:
        measured = WHERE.measure(examples, [found])
        assert measured == pytest.approx({"exact_match": exact, "f1": f1})
    nothing = [Example(["q"], ["the", "crane"], (0, 0))]
    assert WHERE.measure(nothing, [(0, 0)]) == {"exact_match": 1.0, "f1": 1.0}
    assert WHERE.measure(nothing, [(1, 1)]) == {"exact_match": 0.0, "f1": 0.0}
