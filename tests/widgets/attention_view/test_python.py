"""AttentionView: Python reads the reader's choice; a table for pages without scripts."""

import pytest
import torch
import traitlets as t

from bert_core import BERTConfig, BERTModel
from bert_lab.look.widgets import AttentionView
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import assert_close
from tests.helpers.sizes import SIZES

WORDS = "this movie is great"


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([[WORDS]])


@pytest.fixture(scope="module")
def model(tokenizer):
    config = BERTConfig(**SIZES | {"vocab_size": tokenizer.get_vocab_size(), "max_len": 9})
    return BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()


def test_tokens_and_weights_follow_the_readers_text(model, tokenizer):
    view = AttentionView(model, tokenizer, "This zebra is")
    assert view.tokens == ["<cls>", "this", "<unk>", "is", "<sep>"]
    view.set_state({"text": "great", "second": "movie", "head": 1, "query": 2})
    assert view.tokens == ["<cls>", "great", "<sep>", "movie", "<sep>"]
    ids = torch.tensor([[tokenizer.token_to_id(token) for token in view.tokens]])
    expected = model.encoder.trace(ids, torch.tensor([[0, 0, 0, 1, 1]]))
    for ours, theirs in zip(view.trace.attention_weights, expected.attention_weights, strict=True):
        assert ours.equal(theirs)
    assert not ours.requires_grad


def test_hidden_words_and_cuts_are_in_the_trace(model, tokenizer):
    view = AttentionView(model, tokenizer, "This, movie! is it", hidden=[2])
    assert view.tokens == ["<cls>", "this", "<mask>", "is", "<unk>", "<sep>"]
    view.cut = [[-1, -1, -1, 1], [0, 1, 2, 3]]
    first, *others = view.trace.attention_weights
    for weights in (first, *others):
        assert weights[0, :, :, 1].eq(0).all()
        assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]), roundings=2 * 6)
    assert first[0, 1, 2, 3] == 0
    assert first[0, 0, 2, 3] > 0
    with pytest.raises(t.TraitError):
        view.cut = [[0, 0, 0]]
