"""bert_lab.ask.card without a network: the mini-BERT stands for the original."""

import pytest

from bert_lab.ask import card, guess
from bert_lab.checkpoint import load_mini_bert

TEXT = "i went to the [MASK] to deposit cash"


@pytest.fixture(scope="module")
def mini():
    return load_mini_bert()


@pytest.fixture
def guesses(mini):
    return {TEXT: dict(guess(*mini, TEXT, 3)[0])}


def test_a_score_or_a_word_that_differs_is_told(mini, guesses):
    best, *rest = guesses[TEXT]
    near, far = guesses[TEXT][best] + 5e-4, guesses[TEXT][best] + 2e-3
    assert card.differences(*mini, {TEXT: guesses[TEXT] | {best: near}}) == []
    (line,) = card.differences(*mini, {TEXT: guesses[TEXT] | {best: far}})
    assert line.startswith(f"{TEXT} expected {{'{best}'")
    swapped = {word: guesses[TEXT][word] for word in (rest[0], best, *rest[1:])}
    assert card.differences(*mini, {TEXT: swapped})
