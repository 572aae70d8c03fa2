"""InputBuilder: the sequence and the numbers that Python has."""

import pytest
import torch

from bert_core import BERTConfig, BERTModel
from bert_lab.look.widgets import InputBuilder
from bert_lab.look.widgets.model_widget import without_punctuation
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
    config = BERTConfig(**SIZES | {"vocab_size": tokenizer.get_vocab_size(), "max_len": 40})
    return BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()


def test_the_readers_texts_become_one_sequence(model, tokenizer):
    builder = InputBuilder(model, tokenizer, "This zebra!", "i like")
    assert builder.tokens == ["<cls>", "this", "<unk>", "<sep>", "i", "like", "<sep>"]
    assert builder.segments == [0, 0, 0, 0, 1, 1, 1]
    with pytest.raises(ValueError, match="expected at most 28 tokens, got 42"):
        InputBuilder(model, tokenizer, "it " * 40)


def test_page_and_python_cut_what_an_input_method_writes_alike():
    text = "１２ｶﾞ、北【MASK】；＜mask＞ 葛\U000e0100\u200b𠮷か\u3099 it’s-a"
    cut = without_punctuation(text).lower().split()
    assert cut == ["12", "ガ", "北", "<mask>", "<mask>", "葛", "𠮷", "が", "it’s-a"]
    assert call("bert/vocabulary.ts", ["plainWords", text]) == [cut]


def test_three_rows_are_added(model, tokenizer):
    builder = InputBuilder(model, tokenizer, *PAIR)
    weights, terms = model.state_dict(), builder.terms
    for i, (token, segment) in enumerate(zip(builder.tokens, builder.segments, strict=True)):
        word = weights["encoder.token_embedding.weight"][tokenizer.token_to_id(token)]
        rows = word, weights["encoder.segment_embedding.weight"][segment]
        rows = *rows, weights["encoder.pos_embedding"][0, i]
        for name, row in zip(("token", "segment", "position"), rows, strict=True):
            assert terms[name][i].equal(row)
        assert_close(terms["sum"][i], sum(rows), roundings=3)
    assert not terms["sum"].requires_grad
