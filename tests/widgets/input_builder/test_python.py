"""InputBuilder: the sequence and the numbers that Python has, and the page's truncation."""

import itertools

import pytest
import torch

from bert_core import BERTConfig, BERTModel, truncate_pair
from bert_lab.look.widgets import InputBuilder
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import assert_close
from tests.helpers.javascript import call
from tests.helpers.sizes import SIZES

PAIR = "this movie is great", "i like it"


@pytest.fixture(scope="module")
def tokenizer():
    return train_word_level([list(PAIR)])


@pytest.fixture(scope="module")
def model(tokenizer):
    sizes = SIZES | {"vocab_size": tokenizer.get_vocab_size(), "max_len": 13}
    config = BERTConfig(**sizes, embedding_norm=True)
    return BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()


def test_the_readers_text_padded(model, tokenizer):
    builder = InputBuilder(model, tokenizer, "This zebra", "i like", max_len=9)
    expected = ["<cls>", "this", "<unk>", "<sep>", "i", "like", "<sep>", "<pad>", "<pad>"]
    assert builder.tokens == expected
    assert builder.segments == [0, 0, 0, 0, 1, 1, 1, 0, 0]
    assert builder.valid_len == 7
    builder.set_state({"text": PAIR[0], "second": "", "max_len": 5})
    assert builder.tokens == ["<cls>", "this", "movie", "is", "<sep>"]
    assert builder.valid_len == 5


def test_three_rows_are_added(model, tokenizer):
    builder = InputBuilder(model, tokenizer, *PAIR, max_len=11)
    weights, terms = model.state_dict(), builder.terms
    for i, (token, segment) in enumerate(zip(builder.tokens, builder.segments, strict=True)):
        word = weights["encoder.token_embedding.weight"][tokenizer.token_to_id(token)]
        rows = word, weights["encoder.segment_embedding.weight"][segment]
        rows = *rows, weights["encoder.pos_embedding"][0, i]
        for name, row in zip(("token", "segment", "position"), rows, strict=True):
            assert terms[name][i].equal(row)
        assert_close(terms["sum"][i], sum(rows), roundings=3)
        normed = torch.nn.functional.layer_norm(
            sum(rows),
            rows[0].shape,
            weights["encoder.embedding_norm.0.weight"],
            weights["encoder.embedding_norm.0.bias"],
            model.config.norm_eps,
        )
        assert_close(terms["norm"][i], normed, roundings=3 * 15)
    assert not terms["norm"].requires_grad


def test_texts_are_shortened_as_in_python():
    lengths = list(itertools.product(range(8), [None, *range(1, 8)], range(5, 14)))
    texts = [
        ([f"a{i}" for i in range(a)], None if b is None else [f"b{i}" for i in range(b)], most)
        for a, b, most in lengths
    ]
    for case, ours in zip(
        texts,
        call("widgets/input_builder", *(["truncate_pair", *case] for case in texts)),
        strict=True,
    ):
        assert ours == list(truncate_pair(*case)), case
