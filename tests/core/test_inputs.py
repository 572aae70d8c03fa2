"""bert_core.inputs: layout by hand, truncation against its closed form."""

from dataclasses import dataclass

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bert_core import SPECIAL_TOKENS, get_tokens_and_segments, pad_batch, truncate_pair
from bert_core.inputs import CLS, MASK, PAD, SEP, UNK, Sequences


def test_special_tokens_and_their_ids():
    assert SPECIAL_TOKENS == ("<pad>", "<unk>", "<cls>", "<sep>", "<mask>")
    assert (PAD, UNK, CLS, SEP, MASK) == (0, 1, 2, 3, 4)


def test_one_text():
    tokens, segments = get_tokens_and_segments(["this", "movie", "is", "great"])
    assert tokens == ["<cls>", "this", "movie", "is", "great", "<sep>"]
    assert segments == [0, 0, 0, 0, 0, 0]


def test_two_texts():
    tokens, segments = get_tokens_and_segments(
        ["this", "movie", "is", "great"], ["i", "like", "it"]
    )
    assert " ".join(tokens) == "<cls> this movie is great <sep> i like it <sep>"
    assert segments == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]


def test_an_empty_second_text_is_still_a_pair():
    assert get_tokens_and_segments(["hi"], []) == (["<cls>", "hi", "<sep>", "<sep>"], [0, 0, 0, 1])


def test_the_given_lists_stay_as_they_are():
    first, second = ["a", "b"], ["c"]
    get_tokens_and_segments(first, second)
    truncate_pair(first, second, 5)
    assert (first, second) == (["a", "b"], ["c"])


@pytest.mark.parametrize(("texts", "name"), [(("a b", None), "a"), ((["a"], "b c"), "b")])
def test_a_string_is_refused_with_advice(texts, name):
    with pytest.raises(
        ValueError, match=f"tokens_{name}: expected a list of tokens.*split it first"
    ):
        get_tokens_and_segments(*texts)


def test_truncation_of_a_pair_by_hand():
    first, second = truncate_pair(list("abcdef"), list("xyz"), 8)
    assert (first, second) == (list("abc"), list("xy"))  # 5 places; a tie shortens the second
    assert truncate_pair(list("abcdef"), list("xy"), 10) == (list("abcde"), list("xy"))
    assert truncate_pair(list("abcdef"), None, 6) == (list("abcd"), None)


# The first text counts up from 0, the second from 100: a slice shows where it was cut.
first_texts = st.integers(0, 20).map(lambda n: list(range(n)))
second_texts = st.integers(0, 20).map(lambda n: list(range(100, 100 + n)))


def _is_slice_of(part, whole):
    return not part or part == whole[whole.index(part[0]) :][: len(part)]


@given(first=first_texts, second=second_texts, max_len=st.integers(5, 40), seed=st.integers(0, 99))
def test_truncation_of_a_pair_takes_token_by_token_from_the_longer(first, second, max_len, seed):
    """On a tie from the second, as the original's loop does."""
    lengths = [len(first), len(second)]
    while sum(lengths) > max_len - 3:
        lengths[0 if lengths[0] > lengths[1] else 1] -= 1
    back = truncate_pair(first, second, max_len)
    assert back == (first[: lengths[0]], second[: lengths[1]])
    either = truncate_pair(first, second, max_len, torch.Generator().manual_seed(seed))
    assert list(map(len, either)) == lengths
    assert _is_slice_of(either[0], first)
    assert _is_slice_of(either[1], second)


def test_with_a_generator_both_ends_lose_their_share(generator):
    text = list(range(5000))
    kept, _ = truncate_pair(text, None, 1002, generator)
    assert len(kept) == 1000
    assert abs(kept[0] - 2000) < 5 * (4000 / 4) ** 0.5  # binomial: 4000 coins, 5 sd
    again, _ = truncate_pair(text, None, 1002, torch.Generator().manual_seed(0))
    assert again == kept


@pytest.mark.parametrize(("second", "max_len", "least"), [(None, 2, 3), ([7], 4, 5)])
def test_no_room_for_a_token_is_refused(second, max_len, least):
    with pytest.raises(ValueError, match=f"max_len: expected at least {least} .* got {max_len}"):
        truncate_pair([5, 6], second, max_len)


@given(
    lengths=st.lists(st.integers(1, 9), min_size=1, max_size=5),
    extra=st.none() | st.integers(0, 4),
)
def test_padding_loses_nothing(lengths, extra):
    sequences = [[10 * row + t + 5 for t in range(n)] for row, n in enumerate(lengths)]
    segments = [[t % 2 for t in range(n)] for n in lengths]
    width = max(lengths) + (extra or 0)
    batch = pad_batch(sequences, segments, None if extra is None else width)
    assert batch[0].shape == batch[1].shape == (len(lengths), width)
    assert batch[2].tolist() == lengths
    for row, n in enumerate(lengths):
        assert batch[0][row].tolist() == sequences[row] + [PAD] * (width - n)
        assert batch[1][row].tolist() == segments[row] + [0] * (width - n)


REFUSED = {
    "no sequence": (([], []), "sequences: expected at least one, .* got none"),
    "segments of another length": (
        ([[2, 9, 3], [5]], [[0, 0], [0]]),
        r"segments: expected .* per token, 4 for 2 sequence\(s\), got 3 for 2",
    ),
    "too long a sequence": (
        ([[2, 9, 3]], [[0, 0, 0]], 2),
        "sequences: expected at most max_len = 2 tokens, got 3; shorten .* truncate_pair",
    ),
}


@pytest.mark.parametrize(("arguments", "message"), REFUSED.values(), ids=REFUSED)
def test_a_batch_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        pad_batch(*arguments)


def test_cropping_cuts_what_has_a_column_for_each_token_and_nothing_else():
    @dataclass(frozen=True, eq=False)
    class Labelled(Sequences):
        wider: torch.Tensor
        shorter: torch.Tensor

    tokens = torch.arange(8).view(2, 4)
    lens = torch.tensor([3, 2])
    data = Labelled(tokens, tokens, lens, torch.zeros(2, 5), torch.zeros(2, 3), truncated=1)
    cropped = data.crop()
    assert cropped.tokens.tolist() == cropped.segments.tolist() == [[0, 1, 2], [4, 5, 6]]
    assert (cropped.wider.shape, cropped.shorter.shape) == ((2, 5), (2, 3))
    assert (cropped.truncated, data.select(torch.tensor([1])).truncated) == (1, 0)
