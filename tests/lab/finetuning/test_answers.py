"""bert_lab.finetuning.answers: a task model's answers in words, without side effects."""

import pytest
import torch
from torch import nn

from bert_lab.finetuning import Example, answer, measure
from bert_lab.finetuning.families import QuestionAnswering, Tagging
from bert_lab.finetuning.tasks import pack_examples
from bert_lab.text.tokenization import train_wordpiece

NAMES = Tagging("names", ("O", "B-bird", "I-bird", "B-tool", "I-tool"))
WHERE = QuestionAnswering("where")


class Oracle(nn.Module):
    """A task model that looks its answers up by the first token after <cls>."""

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


def test_tags_are_read_at_first_pieces_and_words_cut_off_get_none(tokenizer):
    examples = [Example(["one", "two"], None, [1, 4]), Example(["six", "six"], None, [1, 3])]
    data = pack_examples(NAMES, examples, tokenizer, 7)  # <cls> o ##n ##e t ##w <sep>
    assert data.truncated == 2
    ids = tokenizer.get_vocab()
    oracle = Oracle({ids["o"]: [0, 1, 3, 3, 4, 2, 0], ids["s"]: [9, 1, 0, 0, 3, 0, 0]})
    assert answer(oracle, data) == [[1, 4], [1, 3]]
    short = pack_examples(NAMES, examples, tokenizer, 5)
    oracle = Oracle({ids["o"]: [0, 1, 3, 3, 4], ids["s"]: [9, 1, 0, 0, 3]})
    assert answer(oracle, short) == [[1, 0], [1, 0]]
    assert measure(oracle, short)["f1"] == pytest.approx(2 * 2 / (2 + 4))


def test_spans_are_answered_in_whole_words(tokenizer):
    examples = [Example(["o"], ["six", "cranes", "stand"], (1, 2))]
    data = pack_examples(WHERE, examples, tokenizer, 30)
    tokens = data.tokens[0].tolist()
    start = tokens.index(tokenizer.token_to_id("c")) + 2  # in the midst of a word
    end = tokens.index(tokenizer.token_to_id("s"), start) + 1
    oracle = Oracle({tokenizer.token_to_id("o"): [start, end]})
    assert answer(oracle, data) == [(1, 2)]
    assert measure(oracle, data) == {"exact_match": 1.0, "f1": 1.0}
