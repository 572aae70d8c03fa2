"""bert_lab.ask.writing: filling masks one after another."""

import pytest
import torch

from bert_core.inputs import CLS, MASK, PAD, SEP
from bert_core.masking import NUM_SPECIALS
from bert_lab.ask import guess, write
from bert_lab.checkpoint import load_mini_bert
from tests.helpers.close import SMALL, near


@pytest.fixture(scope="module")
def mini():
    return load_mini_bert()


def start(*lengths):
    """Texts of masks alone, padded to one length."""
    tokens = torch.full((len(lengths), max(lengths) + 2), PAD)
    for row, length in zip(tokens, lengths, strict=True):
        row[: length + 2] = torch.tensor([CLS, *[MASK] * length, SEP])
    return tokens, torch.zeros_like(tokens), torch.tensor(lengths) + 2


def steps(mini, *lengths, seed=1, **options):
    generator = torch.Generator().manual_seed(seed)
    return list(write(mini[0], *start(*lengths), generator=generator, **options))


def test_the_surest_word_is_what_asking_each_time_would_take(mini):
    """The oracle: `guess` asked anew after each word."""
    model, tokenizer = mini
    words = ["<mask>"] * 6
    for one in steps(mini, 6, temperature=0):
        best = [guesses[0] for guesses in guess(model, tokenizer, " ".join(words))]
        gaps = [i for i, word in enumerate(words) if word == "<mask>"]
        sure = max(range(len(gaps)), key=lambda i: best[i].probability)
        words[gaps[sure]] = best[sure].token
        assert tokenizer.decode(one.tokens[0, 1:-1].tolist()) == " ".join(
            word for word in words if word != "<mask>"
        )
        (given,) = one.probabilities[one.chosen].tolist()
        assert given == near(best[sure].probability, roundings=SMALL)


def test_left_to_right_and_as_many_at_once_as_said(mini):
    found = steps(mini, 5, 3, order="left to right", at_once=2)
    assert [one.chosen.nonzero().tolist() for one in found] == [
        [[0, 1], [0, 2], [1, 1], [1, 2]],
        [[0, 3], [0, 4], [1, 3]],
        [[0, 5]],
    ]


@pytest.mark.parametrize("order", ["surest", "left to right", "random"])
def test_what_stands_stays_and_no_special_token_is_written(order, mini):
    tokens, segments, lens = start(8, 5)
    tokens[0, 3] = 100
    options = {"generator": torch.Generator().manual_seed(2), "order": order, "temperature": 3.0}
    *_, last = write(mini[0], tokens, segments, lens, **options)
    assert last.tokens[0, 3] == 100
    kept = tokens != MASK
    assert last.tokens[kept].equal(tokens[kept])
    assert (last.tokens[~kept] >= NUM_SPECIALS).all()


def test_the_generator_decides(mini):
    one, same, other = (steps(mini, 9, seed=s, temperature=1.0)[-1].tokens for s in (1, 1, 2))
    assert one.equal(same)
    assert not one.equal(other)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "backwards"}, "order: expected one of"),
        ({"at_once": 0}, "at_once: expected at least 1, got 0"),
        ({"temperature": -0.1}, "temperature: expected at least 0, got -0.1"),
    ],
)
def test_what_can_t_be_is_refused(options, message, mini):
    with pytest.raises(ValueError, match=message):
        steps(mini, 2, **options)
