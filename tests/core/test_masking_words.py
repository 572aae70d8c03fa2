"""mask_tokens with other special ids, and with whole words."""

from collections import Counter
from itertools import permutations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bert_core.inputs import CLS, MASK, PAD, SEP, UNK, SpecialIds
from bert_core.masking import mask_tokens
from tests.core.test_masking import CHI_SQUARE, _chi_square, batches

V = 23
ORIGINAL = SpecialIds(pad=0, unk=100, cls=101, sep=102, mask=103)


@st.composite
def special_ids(draw):
    """Five different ids anywhere in the vocabulary."""
    return SpecialIds(*draw(st.permutations(range(V)))[:5])


@given(tokens=batches(), ids=special_ids(), seed=st.integers(0, 10**6), rate=st.floats(0.01, 1))
def test_other_special_ids_change_the_names_of_tokens_and_nothing_else(tokens, ids, seed, rate):
    ordinary = [i for i in range(V) if i not in ids]
    renamed = torch.tensor([*ids, *ordinary])  # book id -> id in this vocabulary

    def draw(tokens, **options):
        generator = torch.Generator().manual_seed(seed)
        return mask_tokens(tokens, V, generator=generator, rate=rate, **options)

    here, there = draw(tokens), draw(renamed[tokens], special_ids=ids)
    assert there.inputs.equal(renamed[here.inputs])
    assert there.labels.equal(renamed[here.labels])
    assert there.positions.equal(here.positions)
    assert there.weights.equal(here.weights)


def test_the_original_s_special_ids_by_hand(generator):
    tokens = torch.tensor([[101, 1, 99, 100, 104, 102, 0, 0]]).repeat(2000, 1)
    masked = mask_tokens(
        tokens,
        106,
        generator=generator,
        rate=1.0,
        mask_share=0.5,
        random_share=0.5,
        keep_share=0,
        special_ids=ORIGINAL,
    )
    assert masked.positions[:, :3].eq(torch.tensor([1, 2, 4])).all()
    assert masked.weights.sum(dim=1).eq(3).all()
    found = set(masked.inputs[:, [1, 2, 4]].flatten().tolist())
    assert found == {103} | set(range(1, 100)) | {104, 105}


def _continuations(*ids):
    marked = torch.zeros(V, dtype=torch.bool)
    marked[list(ids)] = True
    return marked


GOES_ON = _continuations(*range(14, V))  # ids 5 to 13 begin a word


def _words(row):
    """The words of a row as lists of positions, by the definition."""
    words = []
    for t, token in enumerate(row):
        if token < 5:
            continue
        if token >= 14 and t and row[t - 1] >= 5:
            words[-1].append(t)
        else:
            words.append([t])
    return words


def _chosen(masked, row):
    return set(masked.positions[row][masked.weights[row] > 0].tolist())


@given(
    tokens=batches(),
    seed=st.integers(0, 10**6),
    rate=st.floats(0.01, 1),
    max_preds=st.none() | st.integers(1, 20),
)
def test_whole_words_or_nothing_of_them(tokens, seed, rate, max_preds):
    generator = torch.Generator().manual_seed(seed)
    masked = mask_tokens(
        tokens, V, generator=generator, rate=rate, max_preds=max_preds, continuations=GOES_ON
    )
    width = tokens.shape[1]
    most = max(1, round(rate * width)) if max_preds is None else max_preds
    assert masked.positions.shape == (len(tokens), min(most, width))
    for i, row in enumerate(tokens.tolist()):
        chosen, words = _chosen(masked, i), _words(row)
        assert chosen == {t for word in words if chosen & set(word) for t in word}
        count = min(most, max(1, round(rate * sum(token != PAD for token in row))))
        room = count - len(chosen)
        assert room >= 0
        assert not any(len(word) <= room for word in words if not chosen & set(word))
        real = masked.weights[i] > 0
        assert masked.positions[i][real].tolist() == sorted(chosen)
        assert masked.labels[i][real].tolist() == [row[t] for t in sorted(chosen)]
        changed = {t for t in range(width) if masked.inputs[i, t] != row[t]}
        assert changed <= chosen


def _original_rule(words, count):
    """The loop of `create_masked_lm_predictions`, on words that are shuffled already."""
    chosen = []
    for word in words:
        if len(chosen) >= count:
            break
        if len(chosen) + len(word) > count:
            continue
        chosen += word
    return frozenset(chosen)


def test_words_are_chosen_as_often_as_by_the_original_s_loop(generator):
    """The exact law, from all orders of five words of 1, 2, 3, 1 and 4 pieces."""
    row = [CLS, 5, 6, 14, 7, 15, 16, SEP, 8, 9, 17, 18, 19, SEP, PAD, PAD]
    words = _words(row)
    assert [len(word) for word in words] == [1, 2, 3, 1, 4]
    count = 5  # of 14 tokens, at a rate of 0.36
    orders = list(permutations(words))
    law = Counter(_original_rule(order, count) for order in orders)
    tokens = torch.tensor(row).repeat(20_000, 1)
    masked = mask_tokens(tokens, V, generator=generator, rate=0.36, continuations=GOES_ON)
    found = Counter(frozenset(_chosen(masked, i)) for i in range(len(tokens)))
    assert found.keys() == law.keys()
    shares = [law[outcome] / len(orders) for outcome in law]
    assert sorted(map(len, law)) == [4, 5, 5, 5, 5]  # one leaves room that nothing fits into
    assert _chi_square([found[outcome] for outcome in law], shares) < CHI_SQUARE[4]


def test_each_piece_has_its_own_fate(generator):
    """80/10/10 holds for each piece by itself, so a word's pieces may meet with different ends."""
    tokens = torch.tensor([[CLS, 5, 14, SEP]]).repeat(20_000, 1)
    masked = mask_tokens(tokens, V, generator=generator, rate=0.5, continuations=GOES_ON)
    assert masked.positions.eq(torch.tensor([1, 2])).all()
    hidden = masked.inputs[:, 1:3].eq(MASK)
    counts = [int((hidden.sum(dim=1) == n).sum()) for n in range(3)]
    assert _chi_square(counts, [0.04, 0.32, 0.64]) < CHI_SQUARE[2]


def test_words_known_by_place_are_those_known_by_token():
    tokens = torch.tensor([[CLS, 5, 14, 15, SEP, 8, 9, 17, SEP], [CLS, 6, 7, 16, 8, SEP, 0, 0, 0]])
    drawn = [
        mask_tokens(tokens, V, generator=torch.Generator().manual_seed(3), continuations=marks)
        for marks in (GOES_ON, GOES_ON[tokens])
    ]
    assert all(one.equal(other) for one, other in zip(*drawn, strict=True))


REFUSED = {
    "an id twice": ({"special_ids": SpecialIds(0, 1, 2, 2, 4)}, "expected five different ids"),
    "an id beyond the vocabulary": ({"special_ids": ORIGINAL}, r"from 0 to 22, got \(0, 100, 101"),
    "marks for another vocabulary": (
        {"continuations": torch.zeros(V + 1, dtype=torch.bool)},
        r"continuations: expected bool of shape \(23,\) or \(1, 4\), got torch.bool of shape \(24,",
    ),
}


@pytest.mark.parametrize(("changes", "message"), REFUSED.values(), ids=REFUSED)
def test_refused_with_what_was_expected_and_what_came(changes, message, generator):
    with pytest.raises(ValueError, match=message):
        mask_tokens(torch.tensor([[CLS, 5, UNK, SEP]]), V, generator=generator, **changes)
