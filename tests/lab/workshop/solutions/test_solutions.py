"""The hand-sized examples in the solutions' docstrings, which are the tasks' too, are true."""

import doctest
import sys

import pytest

from bert_lab.workshop.solutions.attention import attention
from bert_lab.workshop.solutions.block import Block
from bert_lab.workshop.solutions.embeddings import Embeddings
from bert_lab.workshop.solutions.encoder import Encoder
from bert_lab.workshop.solutions.heads import MultiHeadAttention
from bert_lab.workshop.solutions.masking import mask_tokens
from bert_lab.workshop.solutions.sentences import BERT
from bert_lab.workshop.solutions.training import train
from bert_lab.workshop.solutions.words import MaskedWordHead

WRITTEN = [
    Embeddings,
    attention,
    MultiHeadAttention,
    Block,
    Encoder,
    mask_tokens,
    MaskedWordHead,
    BERT,
    train,
]


@pytest.mark.parametrize("thing", WRITTEN)
def test_examples(thing):
    result = doctest.testmod(sys.modules[thing.__module__])
    assert result.attempted > 0
    assert result.failed == 0
