"""bert_lab.finetuning.metrics: answers in words, and each metric worked out by hand."""

import sys

import pytest
import torch
from torch import nn

from bert_lab.finetuning import evaluate, measure, predict
from bert_lab.finetuning.tasks import Example, TaskSpec, pack_examples
from bert_lab.text.tokenization import train_wordpiece

REVIEW = TaskSpec("review", "single text", ("bad", "fair", "good"), "accuracy")
ALIKE = TaskSpec("alike", "text pair", ("alike",), "pearson")
NAMES = TaskSpec("names", "tagging", ("O", "B-bird", "I-bird", "B-tool", "I-tool"), "f1")
WHERE = TaskSpec("where", "question answering", ("start", "end"), "exact_match")


class Oracle(nn.Module):
    """A task model that looks its answers up: by the first token after <cls>."""

    def __init__(self, answers):
        super().__init__()
        self.answers = answers
        self.unused = nn.Parameter(torch.zeros(()))

    def forward(self, tokens, segments, valid_lens):
        assert not torch.is_grad_enabled()
        assert not self.training
        return tokens

    def decode(self, tokens):
        return torch.tensor([self.answers[token] for token in tokens[:, 1].tolist()])


@pytest.fixture(scope="module")
def tokenizer():
    return train_wordpiece([["one two six cranes herons stand there"]], 30)  # single letters


def test_accuracy_is_the_share_of_right_answers():
    examples = [Example(["x"], None, label) for label in (0, 1, 2, 2)]
    assert measure(REVIEW, examples, [0, 1, 1, 2]) == {"accuracy": 3 / 4}


def test_pearson_by_hand():
    examples = [Example(["x"], ["y"], score) for score in (1.0, 2.0, 3.0)]
    # deviations -1, 0, 1 and -4/3, -1/3, 5/3: 3 / sqrt(2 * 42 / 9)
    expected = 3 / (2 * 42 / 9) ** 0.5
    assert measure(ALIKE, examples, [1.0, 2.0, 4.0])["pearson"] == pytest.approx(expected)
    assert measure(ALIKE, examples, [3.0, 2.0, 1.0])["pearson"] == pytest.approx(-1)
    assert measure(ALIKE, examples, [2.0, 2.0, 2.0]) == {"pearson": 0.0}


def test_f1_counts_whole_names():
    words = ["w"] * 5
    examples = [Example(words, None, [1, 2, 0, 3, 0]), Example(words, None, [0, 0, 1, 0, 0])]
    # names found: the first shortened (wrong), the tool (right), the last called a tool (wrong)
    answers = [[1, 0, 0, 3, 0], [0, 0, 3, 0, 0]]
    assert measure(NAMES, examples, answers)["f1"] == pytest.approx(1 / 3)
    assert measure(NAMES, examples, [example.label for example in examples]) == {"f1": 1.0}
    assert measure(NAMES, examples, [[0] * 5] * 2) == {"f1": 0.0}
    # precision 1 / 1, recall 1 / 3
    assert measure(NAMES, examples, [[0, 0, 0, 3, 0], [0] * 5])["f1"] == pytest.approx(1 / 2)


def test_answers_are_compared_without_case_punctuation_and_articles():
    second = ["The", "old", "U.S.", "Crane,", "a", "tower", "crane"]
    examples = [Example(["q"], second, (1, 3))]  # old U.S. Crane,
    for answer, exact, f1 in [
        ((1, 3), 1, 1),
        ((0, 4), 1, 1),  # the and a count nothing
        ((3, 3), 0, 2 * 1 / (1 + 3)),
        ((6, 6), 0, 2 * 1 / (1 + 3)),  # the same word elsewhere
        ((2, 6), 0, 2 * 2 / (4 + 3)),  # us crane tower crane
        ((4, 4), 0, 0),
    ]:
        found = measure(WHERE, examples, [answer])
        assert found == pytest.approx({"exact_match": exact, "f1": f1})
    nothing = [Example(["q"], ["the", "crane"], (0, 0))]
    assert measure(WHERE, nothing, [(0, 0)]) == {"exact_match": 1.0, "f1": 1.0}
    assert measure(WHERE, nothing, [(1, 1)]) == {"exact_match": 0.0, "f1": 0.0}


def test_tags_are_read_at_first_pieces_and_words_cut_off_get_none(tokenizer):
    examples = [Example(["one", "two"], None, [1, 4]), Example(["six", "six"], None, [1, 3])]
    data = pack_examples(NAMES, examples, tokenizer, 7)  # <cls> o ##n ##e t ##w <sep>
    assert data.truncated == 2
    ids = tokenizer.get_vocab()
    oracle = Oracle({ids["o"]: [0, 1, 3, 3, 4, 2, 0], ids["s"]: [9, 1, 0, 0, 3, 0, 0]})
    assert predict(oracle, data) == [[1, 4], [1, 3]]
    short = pack_examples(NAMES, examples, tokenizer, 5)
    oracle = Oracle({ids["o"]: [0, 1, 3, 3, 4], ids["s"]: [9, 1, 0, 0, 3]})
    assert predict(oracle, short) == [[1, 0], [1, 0]]
    assert evaluate(oracle, short)["f1"] == pytest.approx(2 * 2 / (2 + 4))


def test_spans_are_answered_in_whole_words(tokenizer):
    examples = [Example(["o"], ["six", "cranes", "stand"], (1, 2))]
    data = pack_examples(WHERE, examples, tokenizer, 30)
    tokens = data.tokens[0].tolist()
    start = tokens.index(tokenizer.token_to_id("c")) + 2  # in the midst of a word
    end = tokens.index(tokenizer.token_to_id("s"), start) + 1
    oracle = Oracle({tokenizer.token_to_id("o"): [start, end]})
    assert predict(oracle, data) == [(1, 2)]
    assert evaluate(oracle, data) == {"exact_match": 1.0, "f1": 1.0}


@pytest.mark.parametrize("batch_size", [1, 2, 64])
def test_every_example_is_asked_once(batch_size, tokenizer):
    examples = [
        Example([word], None, label) for word, label in (("one", 2), ("two", 0), ("six", 1))
    ]
    data = pack_examples(REVIEW, examples, tokenizer, 9)
    oracle = Oracle(
        {tokenizer.token_to_id(c): i for c, i in (("o", 2), ("t", 0), ("s", 0))}
    ).train()
    assert predict(oracle, data, batch_size) == [2, 0, 0]
    assert oracle.training
    assert evaluate(oracle, data) == {"accuracy": 2 / 3}


def test_names_of_one_word_are_measured_as_longer_ones_are(generator):
    """scikit-learn on types, seqeval on the same with "B-": one definition, two libraries."""
    short = TaskSpec("short", "tagging", ("O", "bird", "tool", "place"), "f1")
    marked = TaskSpec("long", "tagging", ("O", "B-bird", "B-tool", "B-place", "I-place"), "f1")
    tags, answers = torch.randint(4, (2, 19, 7), generator=generator).tolist()
    examples = [Example(["w"] * 7, None, row) for row in tags]
    expected = measure(marked, examples, answers)["f1"]
    assert 0.1 < expected < 0.5
    assert measure(short, examples, answers)["f1"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("module", "spec", "label"),
    [
        ("sklearn.metrics", REVIEW, 1),
        ("scipy.stats", ALIKE, 1.0),
        ("seqeval.metrics", NAMES, [1]),
    ],
)
def test_a_missing_library_is_named(module, spec, label, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    second = ["y"] if spec is ALIKE else None
    examples = [Example(["x"], second, label), Example(["x"], second, label)]
    answers = [1.0, 2.0] if spec is ALIKE else [label, label]
    with pytest.raises(ImportError, match="this metric needs: pip install s"):
        measure(spec, examples, answers)
