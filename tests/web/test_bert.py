"""web/bert in Node: PyTorch's numbers, the tokenizer's words, errors that say what is wrong."""

import base64
import json

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from bert_core import SPECIAL_TOKENS
from bert_core.inputs import UNK
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.single_file import packed
from bert_lab.checkpoint.weights import parameter_shapes
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import tolerance
from tests.helpers.javascript import TESTING, call, run_node
from tests.helpers.mini_bert_cases import cases, compare

FORWARD = str(TESTING / "forward_in_node.js")


@pytest.fixture(scope="module")
def shipped():
    return load_mini_bert()


def forward(model, tokenizer, inputs):
    weights = base64.b64encode(packed(model, tokenizer)).decode()
    done = run_node(FORWARD, stdin=json.dumps([weights, inputs]))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_hundred_texts_as_pytorch(shipped):
    inputs = cases(100)
    worst = compare(*shipped, inputs, forward(*shipped, inputs))
    assert worst["logits"] < tolerance(measured=2e-5)
    assert worst["attention"] < tolerance(measured=9e-7)
    assert worst["states"] < tolerance(measured=3.3e-6)


@pytest.mark.parametrize("causal", [False, True])
def test_any_configuration_as_pytorch(build_model, variant, causal):
    tokenizer = train_word_level([["a b c d e f g h i j k l m n o p q r"]])
    model = build_model(**variant, causal=causal, max_len=20).half().float()
    inputs = [
        ("a b q r", "c d", 3),
        ("", None, 0),
        ("b <mask> zebra", None, 1),
        ("a " * 18, None, 0),
    ]
    worst = compare(model, tokenizer, inputs, forward(model, tokenizer, inputs))
    assert max(worst.values()) < tolerance(measured=7.2e-7)


PIECES = [
    *SPECIAL_TOKENS,
    "the",
    "Bank",
    "BANK",
    " ",
    "\u0085",
    "\u00a0",
    "\u2003",
    "\ufeff",
    "İ",
    "ΑΣ",
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=12).map("".join)


@settings(max_examples=3)
@given(texts=st.lists(TEXTS, min_size=100, max_size=100))
def test_words_as_the_tokenizer_cuts_them(shipped, texts):
    tokenizer = shipped[1]
    vocab = tokenizer.get_vocab()
    for text, words in zip(
        texts, call("bert/tokens.ts", *(["words", x] for x in texts)), strict=True
    ):
        assert [vocab.get(word, UNK) for word in words] == tokenizer.encode(text).ids, repr(text)


def test_the_shipped_model_passes_and_its_shapes_are_pytorchs(shipped, build_model):
    config = vars(shipped[0].config)
    (found,) = call("bert/shapes.ts", ["shapesOf", config])
    assert {name: tuple(shape) for name, shape in found.items()} == parameter_shapes(
        shipped[0].config
    )
    odd = build_model(num_blks=1).config  # D2L's variant: an untied decoder, no norm
    (found,) = call("bert/shapes.ts", ["shapesOf", vars(odd)])
    assert {name: tuple(shape) for name, shape in found.items()} == parameter_shapes(odd)
