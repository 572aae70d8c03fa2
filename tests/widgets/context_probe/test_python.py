"""ContextProbe: vectors and cosines of the word that two sentences share."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import ContextProbe
from tests.helpers.close import MINI, assert_close, near
from tests.helpers.javascript import call

PAIR = "a crane is flying", "a crane driver came"


def build(*pair):
    return ContextProbe(*load_mini_bert(), *(pair or PAIR))


def test_vectors_are_the_encoders():
    model, tokenizer = load_mini_bert()
    probe = build()
    for column, text in enumerate(PAIR):
        ids = torch.tensor([[2, *tokenizer.encode(text).ids, 3]])
        states = model.encoder.trace(ids, torch.zeros_like(ids)).hidden_states
        at = 1 + text.split().index("crane")
        for layer, state in enumerate(states):
            assert_close(probe.vectors[layer, column], state[0, at], roundings=MINI)
    assert not probe.vectors.requires_grad


def test_cosines_follow_the_reader():
    probe = build()
    assert probe.cosines[:2] == near([1, 1], roundings=64)
    assert len(probe.cosines) == 4
    assert probe.cosines[2] < 0.95
    probe.set_state({"text": "The crane flew", "second": "the crane flew"})
    assert probe.cosines == near([1] * 4, roundings=MINI)
    probe.set_state({"second": "over the lake flew a crane"})
    first, second = (v / v.norm() for v in probe.vectors[2])
    assert probe.cosines[3] == near((first @ second).item(), roundings=64)
    assert probe.cosines[1] < 0.99  # another position


@pytest.mark.parametrize(
    ("pair", "word"),
    [
        (("i went to the bank to sit down", "she went to the bank"), "bank"),  # "went" is as long
        (("the <mask> of the tree", "a <mask> tree"), "tree"),
        (("a crane", "the heron"), None),
    ],
)
def test_the_word_is_the_longest_that_both_have(pair, word):
    words = [text.split() for text in pair]
    assert call("widgets/context_probe/compare.ts", ["shared", *words]) == [word]
    if word:
        assert build(*pair).word == word
    else:
        with pytest.raises(ValueError, match="expected two sentences that share a word"):
            build(*pair)
