"""bert_lab.measures.sense_sentences: what ours promise."""

import pytest

from bert_lab.checkpoint.files import read_tokenizer
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.released import RELEASED
from bert_lab.measures.sense_sentences import (
    own_examples,
)


@pytest.fixture(scope="module")
def tokenizer():
    found = read_tokenizer(find_folder(RELEASED) / "tokenizer.json")
    found.no_padding()
    found.no_truncation()
    return found


def test_the_word_is_one_piece_and_stands_once_at_many_places(tokenizer):
    for word, found in own_examples(tokenizer).items():
        assert all(text.split().count(word) == 1 for text, *_ in found)
        assert all(text.split()[at] == word for text, at, _ in found)
        assert len({at for _, at, _ in found}) >= 7
