"""Trained weights in the reader's classes, held to `bert_core`'s answers."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.solutions.encoder import Encoder
from bert_lab.workshop.solutions.sentences import BERT
from bert_lab.workshop.weights import fill
from tests.helpers.close import MINI, assert_close

TOKENS = torch.tensor([[2, 50, 4, 60, 3, 0], [2, 70, 3, 80, 90, 3]])
SEGMENTS, LENS = torch.tensor([[0] * 6, [0, 0, 0, 1, 1, 1]]), torch.tensor([5, 6])
POSITIONS = torch.tensor([[2, 0], [1, 4]])


@pytest.fixture(scope="module")
def mini():
    return load_mini_bert()[0]


def _sizes(model):
    c = model.config
    return c.vocab_size, c.num_hiddens, c.ffn_num_hiddens, c.num_heads, c.num_blks, 0.1, c.max_len


def test_the_mini_bert_fits_the_whole_and_stays_tied(mini):
    bert = BERT(*_sizes(mini)).eval()
    fill(bert, mini, "BERT")
    words, is_next = bert(TOKENS, SEGMENTS, LENS, POSITIONS)
    _, right_words, right_next = mini(TOKENS, SEGMENTS, LENS, POSITIONS)
    assert_close(words, right_words, roundings=MINI)
    assert_close(is_next, right_next, roundings=MINI)
    assert bert.mlm.decoder.weight is bert.encoder.embeddings.token.weight


def test_what_does_not_fit_changes_nothing(mini):
    encoder = Encoder(*_sizes(mini))
    encoder.blocks[1].extra = torch.nn.Linear(2, 2)
    before = encoder.embeddings.token.weight.clone()
    with pytest.raises(Wrong) as caught:
        fill(encoder, mini, "Encoder")
    assert caught.value.fields == {"part": "blocks.1.extra.weight", "number": 4}
    assert str(caught.value).startswith("It has a part too many: `blocks.1.extra.weight`")
    assert torch.equal(encoder.embeddings.token.weight, before)
