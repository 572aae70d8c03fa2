"""bert_lab.search.vectors: texts read one at a time for the vectors."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.search.vectors import embed
from tests.helpers.close import MINI, assert_close


@pytest.fixture(scope="module")
def mini():
    model, tokenizer = load_mini_bert()
    return model, tokenizer


def test_a_vector_is_the_scaled_mean_of_a_text_read_alone(mini):
    model, tokenizer = mini
    texts = ["a crane is flying", "i went to the bank", "the", *["this movie is great"] * 9]
    found = embed(model, tokenizer, texts)
    assert found.shape == (12, model.config.num_hiddens)
    for text, vector in zip(texts, found, strict=True):
        ids = torch.tensor([tokenizer.encode(text).ids])
        with torch.no_grad():
            mean = model.encoder(ids, torch.zeros_like(ids))[0].mean(dim=0)
        assert_close(vector, mean / mean.norm(), roundings=MINI)


def test_what_is_past_the_end_is_not_read(mini, monkeypatch):
    model, tokenizer = mini
    monkeypatch.setattr("bert_lab.search.vectors.MAX_LEN", 5)
    texts = ["a crane is flying river", "a crane is flying over the river"]  # the end stays
    texts.append("a crane is flying over the river bank")
    short, same, other = embed(model, tokenizer, texts)
    assert_close(short, same, roundings=MINI)
    assert (short - other).abs().max() > 1e-2
