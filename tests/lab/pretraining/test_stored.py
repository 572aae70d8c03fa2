"""bert_lab.pretraining.stored: pairs in a file say what the same pairs in memory say."""

import pytest
import torch
from datasets import Dataset

from bert_core.pairs import pack_pairs, segment_pairs
from bert_lab.pretraining import stored
from bert_lab.pretraining.stored import StoredPairs, store_pairs
from bert_lab.text.tokenization import encode, train_word_level
from bert_lab.training_loop.batches import derived

WORDS = [f"w{i}" for i in range(18)]  # V = 23 with the special tokens


@pytest.fixture
def documents(generator):
    """Seven documents of 3 to 9 sentences of 1 to 6 words."""

    def integer(low, high):
        return torch.randint(low, high + 1, (), generator=generator).item()

    def sentence():
        return " ".join(WORDS[integer(0, 17)] for _ in range(integer(1, 6)))

    drawn = [[sentence() for _ in range(integer(3, 9))] for _ in range(7)]
    return drawn


@pytest.fixture
def tokenizer():
    return train_word_level([WORDS])


@pytest.fixture
def store(documents, tokenizer, tmp_path, monkeypatch):
    """A function: the documents in chunks of three, stored; counts and pairs."""
    monkeypatch.setattr(stored, "CHUNK", 3)

    def store(num=7, seed=5, name="train"):
        path = tmp_path / f"{name}.arrow"
        table = Dataset.from_dict({"sentences": documents[:num]})
        return store_pairs(table, tokenizer, 13, seed, path), StoredPairs(path)

    return store


def _same(one, other):
    names = ("tokens", "segments", "valid_lens", "is_next")
    return all(getattr(one, name).equal(getattr(other, name)) for name in names)


def test_stored_pairs_are_those_of_each_chunk_in_memory(store, documents, tokenizer):
    counts, pairs = store()
    everything = pairs.select(torch.arange(len(pairs)))
    ids, row, truncated = encode(tokenizer, documents), 0, 0
    for start in (0, 3):
        generator = derived(5, "train", start)
        draw = segment_pairs(ids[start : start + 3], 13, generator)
        expected = pack_pairs(draw.pairs, 13, generator)
        rows = torch.arange(row, row + len(expected))
        assert _same(everything.select(rows), expected)
        row, truncated = row + len(expected), truncated + expected.truncated
    assert len(pairs) == row == counts["pairs"]
    assert 0 < truncated == counts["truncated_pairs"]
    assert counts["skipped_documents"] == 1  # the seventh is alone in its chunk
    tensors = (everything.tokens, everything.segments, everything.valid_lens, everything.is_next)
    assert {tensor.dtype for tensor in tensors} == {torch.int64}


def test_sentences_of_which_no_token_is_left_give_no_text(tokenizer, tmp_path):
    words = [WORDS[0], WORDS[1], WORDS[2]]
    table = Dataset.from_dict({"sentences": [words, [WORDS[3], "", WORDS[4]], [""]]})
    counts = store_pairs(table, tokenizer, 13, 0, tmp_path / "train.arrow")
    pairs = StoredPairs(tmp_path / "train.arrow")
    lengths = pairs.select(torch.arange(len(pairs))).valid_lens
    assert counts["pairs"] == len(pairs) > 0
    assert lengths.min() >= 5  # a token in each text, three special ones
