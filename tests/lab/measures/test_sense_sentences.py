"""bert_lab.measures.sense_sentences: what ours promise."""

import re

import pytest

from bert_lab.checkpoint.files import read_tokenizer
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.released import RELEASED
from bert_lab.measures.sense_sentences import (
    own_examples,
    own_sentences,
)


@pytest.fixture(scope="module")
def tokenizer():
    found = read_tokenizer(find_folder(RELEASED) / "tokenizer.json")
    found.no_padding()
    found.no_truncation()
    return found


@pytest.fixture(scope="module")
def texts():
    return [t for senses in own_sentences().values() for found in senses.values() for t in found]


def test_enough_words_with_two_senses_and_twenty_sentences_each():
    words = own_sentences()
    assert len(words) >= 20
    assert {"crane", "bank"} <= words.keys()
    assert all([len(found) for found in senses.values()] == [20, 20] for senses in words.values())


def test_sentences_have_six_to_sixteen_words(texts):
    assert all(6 <= len(re.findall(r"[\w'-]+", text)) <= 16 for text in texts)
    assert all(re.fullmatch(r"[\"A-Z].*[.?!]", text) for text in texts)


def test_the_word_is_one_piece_and_stands_once_at_many_places(tokenizer):
    for word, found in own_examples(tokenizer).items():
        assert all(text.split().count(word) == 1 for text, *_ in found)
        assert all(text.split()[at] == word for text, at, _ in found)
        assert len({at for _, at, _ in found}) >= 7
