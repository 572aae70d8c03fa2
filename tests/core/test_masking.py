"""bert_core.masking: the rule exactly, shares within their bands."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bert_core import unchecked
from bert_core.inputs import CLS, MASK, PAD, SEP, UNK
from bert_core.masking import mask_tokens
from bert_lab.history.gpt import next_token_targets

V = 23
ORDINARY = 5  # the first id that is no special token


def _wanted(length, rate, max_preds):
    """The original's own expression (google-research/bert, `create_masked_lm_predictions`)."""
    return min(max_preds, max(1, round(length * rate)))


def _rows(lengths, width, generator):
    """`<cls>` words `<sep>`, padded; a row of length 1 is `<cls>` alone, of 0 padding alone."""
    tokens = torch.randint(ORDINARY, V, (len(lengths), width), generator=generator)
    tokens[:, 0] = CLS
    for row, length in zip(tokens, lengths, strict=True):
        if length > 1:
            row[length - 1] = SEP
        row[length:] = PAD
    return tokens


def check(tokens, masked, vocab_size, rate=0.15, max_preds=None):
    """Everything that must hold for every draw."""
    batch, width = tokens.shape
    max_preds = max(1, round(rate * width)) if max_preds is None else max_preds
    slots = min(max_preds, width)
    inputs, positions, weights, labels = masked
    assert inputs.shape == (batch, width)
    assert positions.shape == weights.shape == labels.shape == (batch, slots)
    assert inputs.dtype == positions.dtype == labels.dtype == torch.int64
    for row in range(batch):
        before, after = tokens[row].tolist(), inputs[row].tolist()
        length = sum(token != PAD for token in before)
        candidates = {t for t, token in enumerate(before) if token >= ORDINARY}
        count = min(_wanted(length, rate, max_preds), len(candidates))
        assert weights[row].tolist() == [1.0] * count + [0.0] * (slots - count)
        chosen = positions[row, :count].tolist()
        assert chosen == sorted(set(chosen))
        assert set(chosen) <= candidates
        assert labels[row, :count].tolist() == [before[t] for t in chosen]
        assert (
            positions[row, count:].tolist() == labels[row, count:].tolist() == [0] * (slots - count)
        )
        for t in range(width):
            if t in chosen:
                assert after[t] == MASK or ORDINARY <= after[t] < vocab_size
            else:
                assert after[t] == before[t]


@st.composite
def batches(draw):
    """Padded rows with any tokens at any place, special ones included."""
    batch, width = draw(st.integers(1, 4)), draw(st.integers(1, 12))
    rows = []
    for _ in range(batch):
        row = draw(st.lists(st.integers(1, V - 1), max_size=width))
        rows.append(row + [PAD] * (width - len(row)))
    return torch.tensor(rows)


@given(
    tokens=batches(),
    seed=st.integers(0, 10**6),
    rate=st.floats(0.01, 1),
    max_preds=st.none() | st.integers(1, 20),
)
def test_every_draw_keeps_the_rules(tokens, seed, rate, max_preds):
    before = tokens.clone()
    generator = torch.Generator().manual_seed(seed)
    masked = mask_tokens(tokens, V, generator=generator, rate=rate, max_preds=max_preds)
    assert tokens.equal(before)
    check(tokens, masked, V, rate, max_preds)


@pytest.mark.parametrize("rate", [0.15, 0.05, 0.4, 0.5, 1.0])
@pytest.mark.parametrize("max_preds", [None, 1, 20])
def test_exact_count_for_every_length(rate, max_preds, generator):
    width = 200
    lengths = range(width + 1)
    tokens = _rows(lengths, width, generator)
    masked = mask_tokens(tokens, V, generator=generator, rate=rate, max_preds=max_preds)
    most = width if max_preds is None else max_preds
    expected = [min(_wanted(n, rate, most), max(0, n - 2)) for n in lengths]
    assert masked.weights.sum(dim=1).tolist() == expected
    assert masked.positions.shape[1] == (max_preds or max(1, round(rate * width)))


@pytest.mark.parametrize(
    ("policy", "becomes"),
    [
        ((1, 0, 0), lambda inputs, labels: inputs.eq(MASK)),
        ((0, 1, 0), lambda inputs, labels: inputs.ge(ORDINARY)),
        ((0, 0, 1), lambda inputs, labels: inputs.eq(labels)),
    ],
)
def test_extreme_policies(policy, becomes, generator):
    tokens = _rows([40] * 50, 40, generator)
    mask_share, random_share, keep_share = policy
    masked = mask_tokens(
        tokens,
        V,
        generator=generator,
        mask_share=mask_share,
        random_share=random_share,
        keep_share=keep_share,
    )
    check(tokens, masked, V)
    found = masked.inputs.gather(1, masked.positions)
    assert becomes(found, masked.labels).all()
    if random_share:
        same = found.eq(masked.labels).double().mean()
        assert 0 < same < 3 / (V - ORDINARY)  # a random token is the old one now and then


def test_rate_1_and_filling_slots_that_touch_nothing(generator):
    """Position 0 holds an ordinary token here: a filling slot that wrote there would show."""
    tokens = torch.randint(ORDINARY, V, (3, 7), generator=generator)
    tokens[0, 4:] = tokens[1, 1:] = PAD
    masked = mask_tokens(
        tokens, V, generator=generator, rate=1.0, mask_share=1, random_share=0, keep_share=0
    )
    assert masked.inputs.equal(torch.where(tokens == PAD, PAD, MASK))
    assert masked.weights.sum(dim=1).tolist() == [4, 1, 7]
    assert masked.positions.tolist()[:2] == [[0, 1, 2, 3, 0, 0, 0], [0] * 7]


def test_same_generator_same_draw():
    tokens = _rows([30] * 20, 30, torch.Generator().manual_seed(0))

    def draw(seed):
        return mask_tokens(tokens, V, generator=torch.Generator().manual_seed(seed))

    torch.manual_seed(1)
    one = draw(7)
    torch.manual_seed(2)
    assert all(x.equal(y) for x, y in zip(one, draw(7), strict=True))
    assert not one.positions.equal(draw(8).positions)


# Statistics. Seeds are fixed, so these never fail by chance; the bands are those that a right
# program leaves about once in a thousand seeds.
LARGE_V = 1005  # a random token is the old one once in 1000
CHI_SQUARE = {2: 13.8, 4: 18.5, 9: 27.9, 17: 40.8}  # degrees of freedom: the 0.999 quantile


def _chi_square(counts, shares):
    total = sum(counts)
    return sum((n - total * p) ** 2 / (total * p) for n, p in zip(counts, shares, strict=True))


def _fates(tokens, masked):
    """How many chosen tokens became `<mask>`, another word, or stayed."""
    real = masked.weights > 0
    after, labels = masked.inputs.gather(1, masked.positions)[real], masked.labels[real]
    counts = (after == MASK), (after != MASK) & (after != labels), (after == labels)
    return [int(found.sum()) for found in counts]


def _large_batch(generator):
    tokens = torch.randint(ORDINARY, LARGE_V, (4000, 100), generator=generator)
    tokens[:, 0], tokens[:, -1] = CLS, SEP
    return tokens


def _has_the_shares(tokens, masked, mask_share=0.8, random_share=0.1):
    new_word = random_share * (1 - 1 / (LARGE_V - ORDINARY))
    shares = (mask_share, new_word, 1 - mask_share - new_word)
    return _chi_square(_fates(tokens, masked), shares) < CHI_SQUARE[2]


@pytest.mark.parametrize("policy", [(0.8, 0.1, 0.1), (0.5, 0.3, 0.2)])
def test_shares(policy, generator):
    tokens = _large_batch(generator)
    mask_share, random_share, keep_share = policy
    masked = mask_tokens(
        tokens,
        LARGE_V,
        generator=generator,
        mask_share=mask_share,
        random_share=random_share,
        keep_share=keep_share,
    )
    assert masked.weights.sum() == 60_000
    assert _has_the_shares(tokens, masked, mask_share, random_share)


def test_every_word_is_as_likely_to_come_in_at_random(generator):
    tokens = torch.full((2000, 10), ORDINARY)
    masked = mask_tokens(
        tokens, V, generator=generator, rate=1.0, mask_share=0, random_share=1, keep_share=0
    )
    counts = masked.inputs.flatten().bincount(minlength=V).tolist()
    assert counts[:ORDINARY] == [0] * ORDINARY
    words = V - ORDINARY
    assert _chi_square(counts[ORDINARY:], [1 / words] * words) < CHI_SQUARE[words - 1]


def test_every_word_is_as_likely_to_be_chosen(generator):
    num, words = 20_000, 10
    tokens = _rows([words + 2] * num, words + 5, generator)
    masked = mask_tokens(tokens, V, generator=generator, rate=0.25)  # 3 of 10
    chosen = masked.positions[masked.weights > 0]
    counts = chosen.bincount(minlength=words + 5).tolist()
    assert counts[0] == sum(counts[words + 1 :]) == 0
    # without replacement counts vary less, by the factor (10 - 3) / (10 - 1)
    statistic = _chi_square(counts[1 : words + 1], [1 / words] * words) * 9 / 7
    assert statistic < CHI_SQUARE[words - 1]


def test_a_token_s_fate_does_not_hang_on_its_place(generator):
    tokens = _large_batch(generator)
    masked = mask_tokens(tokens, LARGE_V, generator=generator)
    hidden = (masked.inputs.gather(1, masked.positions) == MASK).double()
    shares = hidden.mean(dim=0)  # per slot, in the order of the text
    assert (shares - 0.8).abs().max() < 4 * math.sqrt(0.8 * 0.2 / len(tokens))


# Bugs of well-known programs (masking code is where everybody slips), each as a change of a right
# draw. That the rules above notice them shows that the rules can fail.
def test_next_token_targets_by_hand():
    tokens = torch.tensor([[CLS, 9, 7, SEP, 12, SEP, PAD], [CLS, 22, UNK, 5, SEP, PAD, PAD]])
    before = tokens.clone()
    inputs, positions, weights, labels = next_token_targets(tokens)
    assert inputs.equal(before)
    assert positions.tolist() == [[0, 1, 2, 3, 4, 5]] * 2
    assert labels.tolist() == [[9, 7, SEP, 12, SEP, PAD], [22, UNK, 5, SEP, PAD, PAD]]
    assert weights.tolist() == [[1, 1, 0, 1, 0, 0], [1, 0, 1, 0, 0, 0]]


REFUSED = {
    "one sequence without its batch": (
        {"tokens": torch.tensor([5, 6])},
        ValueError,
        r"tokens: expected int64 of shape \(batch, length\), got torch.int64 of shape \(2,\)",
    ),
    "an id beyond the vocabulary": (
        {"tokens": torch.tensor([[5, 23]])},
        IndexError,
        "tokens: expected token ids from 0 to 22, got 23",
    ),
    "nothing but special tokens": (
        {"vocab_size": 5},
        ValueError,
        "vocab_size: expected more than 5 tokens, got 5",
    ),
    "a rate of 0": ({"rate": 0.0}, ValueError, "rate: expected .* above 0 and up to 1, got 0.0"),
    "shares that miss one": (
        {"mask_share": 0.7},
        ValueError,
        r"shares that add up to 1, got \(0.7, 0.1, 0.1\)",
    ),
    "no prediction": ({"max_preds": 0}, ValueError, "max_preds: expected at least 1, got 0"),
}


@pytest.mark.parametrize(("changes", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_with_what_was_expected_and_what_came(changes, error, message, generator):
    arguments = {"tokens": torch.tensor([[CLS, 5, 22, SEP]]), "vocab_size": V} | changes
    with pytest.raises(error, match=message):
        mask_tokens(**arguments, generator=generator)


def test_values_are_not_read_where_batches_are_right_by_construction(generator):
    with unchecked():
        mask_tokens(torch.tensor([[5, 23]]), V, generator=generator)
