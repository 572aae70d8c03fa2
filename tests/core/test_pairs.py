"""bert_core.pairs: every token has its own id here, so a text tells where it comes from."""

from itertools import chain, count, pairwise
from unittest.mock import patch

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bert_core.inputs import CLS, PAD, SEP
from bert_core.pairs import Pair, pack_pairs, segment_pairs, sentence_pairs

CHI_SQUARE_6 = 22.5  # six degrees of freedom: the 0.999 quantile


def _documents(lengths):
    """Documents with sentences of the given lengths; their tokens count up from 5."""
    ids = count(5)
    return [[[next(ids) for _ in range(n)] for n in document] for document in lengths]


def _targets(short_rate):
    """While it is in use, this share of the segment pairs gets a shorter target."""
    return patch("bert_core.pairs.SHORT_RATE", short_rate)


def _chi_square(counts):
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts)


def _is_fair(heads, draws):
    return abs(heads - draws / 2) < 5 * (draws / 4) ** 0.5  # five standard deviations


sentence_lengths = st.lists(st.integers(1, 6), max_size=6)
seeds = st.integers(0, 10**6).map(lambda seed: torch.Generator().manual_seed(seed))


# Pairs of sentences


@given(lengths=st.lists(sentence_lengths, min_size=2, max_size=6), generator=seeds)
def test_sentence_pairs_are_what_they_say(lengths, generator):
    documents = _documents(lengths)
    usable = [document for document in documents if len(document) > 1]
    if len(usable) < 2:
        with pytest.raises(ValueError, match="at least two with two sentences or more, got"):
            sentence_pairs(documents, generator)
        return
    pairs, skipped = sentence_pairs(documents, generator)
    assert skipped == len(documents) - len(usable)
    neighbours = [pair for document in usable for pair in pairwise(document)]
    assert [first for first, _, _ in pairs] == [first for first, _ in neighbours]
    for (first, second, is_next), (_, following) in zip(pairs, neighbours, strict=True):
        assert isinstance(is_next, bool)
        if is_next:
            assert second == following
        else:
            others = [document for document in usable if first not in document]
            assert second in chain.from_iterable(document[1:] for document in others)


def test_half_of_the_sentence_pairs_are_true(generator):
    pairs, _ = sentence_pairs(_documents([[1] * 11] * 4_000), generator)
    assert len(pairs) == 40_000
    assert _is_fair(sum(pair.is_next for pair in pairs), len(pairs))


def test_false_second_sentences_are_drawn_uniformly(generator):
    documents = _documents([[1] * 3, [1] * 4, [1] * 5, [1] * 1])
    counts = {sentence[0]: 0 for document in documents[1:3] for sentence in document[1:]}
    for _ in range(2000):
        for first, second, is_next in sentence_pairs(documents, generator).pairs:
            if first in documents[0] and not is_next:
                counts[second[0]] += 1  # a KeyError would be a sentence that must not come
    assert len(counts) == 7
    assert sum(counts.values()) > 1500
    assert _chi_square(counts.values()) < CHI_SQUARE_6


# Segment pairs


def _sentence_starts(documents):
    """First token of each sentence -> (document, sentence)."""
    return {
        sentence[0]: (d, s)
        for d, document in enumerate(documents)
        for s, sentence in enumerate(document)
    }


def _run(documents, starts, text):
    """The document and the sentences that `text` is made of, whole and in order."""
    document, start = starts[text[0]]
    end, length = start, 0
    while length < len(text):
        length += len(documents[document][end])
        end += 1
    assert list(chain.from_iterable(documents[document][start:end])) == text
    return document, start, end


corpora = st.lists(sentence_lengths, min_size=2, max_size=5)


@given(
    lengths=corpora,
    max_len=st.integers(5, 20),
    generator=seeds,
    short_rate=st.sampled_from([0.0, 0.1, 1.0]),
)
def test_segment_pairs_are_runs_of_sentences_and_none_is_lost(
    lengths, max_len, generator, short_rate
):
    documents = _documents(lengths)
    usable = [document for document in documents if document]
    if len(usable) < 2:
        with pytest.raises(ValueError, match="at least two that are not empty, got"):
            segment_pairs(documents, max_len, generator)
        return
    with _targets(short_rate):
        pairs, skipped = segment_pairs(documents, max_len, generator)
    assert skipped == len(documents) - len(usable)
    starts = _sentence_starts(documents)
    read = []  # the corpus, as first texts and true second texts give it back
    for first, second, is_next in pairs:
        document, _, end = _run(documents, starts, first)
        other, start, _ = _run(documents, starts, second)
        read += first
        if is_next:
            assert (other, start) == (document, end)
            read += second
        else:
            assert other != document
    assert read == list(chain.from_iterable(chain.from_iterable(documents)))


@given(lengths=corpora, max_len=st.integers(5, 20), generator=seeds)
def test_segment_pairs_fill_the_room_and_no_sentence_more(lengths, max_len, generator):
    documents = _documents(lengths)
    if sum(map(bool, documents)) < 2:
        return
    starts, room = _sentence_starts(documents), max_len - 3
    with _targets(0.0):
        pairs, _ = segment_pairs(documents, max_len, generator)
    for first, second, is_next in pairs:
        other, start, end = _run(documents, starts, second)
        length = len(first) + len(second)
        if end < len(documents[other]):  # the document had more to give
            assert length >= room
        if is_next or end > start + 1:  # without its last sentence it had room left
            assert length - len(documents[other][end - 1]) < room


def test_about_half_of_the_segment_pairs_are_true(generator):
    pairs, _ = segment_pairs(_documents([[1] * 500] * 20), 11, generator)
    assert len(pairs) > 1500  # of which at most 20, at a document's end, cannot be true
    assert _is_fair(sum(pair.is_next for pair in pairs), len(pairs))


def test_a_run_is_cut_at_a_random_sentence(generator):
    with _targets(0.0):
        pairs, _ = segment_pairs(_documents([[1] * 3000] * 4), 11, generator)
    counts = [0] * 9
    for first, second, is_next in pairs:
        if is_next and len(first) + len(second) == 8:
            counts[len(first)] += 1
    assert counts[0] == counts[8] == 0
    assert sum(counts) > 700
    assert _chi_square(counts[1:8]) < CHI_SQUARE_6


def test_a_false_second_text_starts_at_any_sentence_of_any_other_document(generator):
    documents = _documents([[9], [2, 2, 2], [1, 1, 1, 1]])
    counts = {sentence[0]: 0 for document in documents[1:] for sentence in document}
    for _ in range(2000):
        first_pair = segment_pairs(documents, 12, generator).pairs[0]
        counts[first_pair.second[0]] += 1
    starts = list(counts.values())
    # first a document, each as likely, then one of its 3 or 4 sentences
    statistic = sum((n - 2000 / 6) ** 2 / (2000 / 6) for n in starts[:3])
    statistic += sum((n - 2000 / 8) ** 2 / (2000 / 8) for n in starts[3:])
    assert statistic < CHI_SQUARE_6


def test_a_single_sentence_gets_a_false_second_text(generator):
    pairs, _ = segment_pairs(_documents([[9]] * 50), 8, generator)
    assert len(pairs) == 50
    assert not any(pair.is_next for pair in pairs)


def test_a_tenth_of_the_targets_is_short(generator):
    pairs, _ = segment_pairs(_documents([[1] * 20_000] * 5), 33, generator)
    true = [len(first) + len(second) for first, second, is_next in pairs if is_next]
    short = sum(length < 30 for length in true)
    share = 0.1 * 28 / 29  # one in 29 of the targets from 2..30 is the full one
    assert abs(short / len(true) - share) < 5 * (share * (1 - share) / len(true)) ** 0.5
    assert min(true) >= 2
    assert max(true) == 30


def test_segment_pairs_refuse_what_they_cannot_use(generator):
    with pytest.raises(ValueError, match="at least two that are not empty, got 1"):
        segment_pairs(_documents([[2, 3], []]), 8, generator)
    with pytest.raises(ValueError, match=r"max_len: expected at least 5, .* got 4"):
        segment_pairs(_documents([[2, 3], [4]]), 4, generator)


@pytest.mark.parametrize("draw", [sentence_pairs, lambda d, g: segment_pairs(d, 9, g)])
def test_a_sentence_without_a_token_is_refused(draw, generator):
    documents = [*_documents([[2, 3, 1], [4, 2]]), [[7], [8], []]]
    with pytest.raises(ValueError, match="sentence 2 of document 2 has no token"):
        draw(documents, generator)


@pytest.mark.parametrize("draw", [sentence_pairs, lambda d, g: segment_pairs(d, 9, g)])
def test_same_generator_same_pairs(draw):
    documents = _documents([[2, 3, 1, 4], [3, 3, 1], [2, 2, 5, 1, 1]])
    one, same, other = (draw(documents, torch.Generator().manual_seed(seed)) for seed in (3, 3, 4))
    assert one == same
    assert one != other


# Packing


def test_packing_by_hand():
    pairs = [Pair([11, 12], [13], True), Pair([14, 15, 16, 17], [18, 19], False)]
    data = pack_pairs(pairs, 8)
    assert data.tokens.tolist() == [
        [CLS, 11, 12, SEP, 13, SEP, PAD, PAD],
        [CLS, 14, 15, 16, SEP, 18, 19, SEP],
    ]
    assert data.segments.tolist() == [[0, 0, 0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 0, 1, 1, 1]]
    assert data.valid_lens.tolist() == [6, 8]
    assert data.is_next.tolist() == [1, 0]
    assert data.truncated == 1
    columns = (data.tokens, data.segments, data.valid_lens, data.is_next)
    assert {column.dtype for column in columns} == {torch.int64}


texts = st.integers(1, 12)


@given(
    lengths=st.lists(st.tuples(texts, texts, st.booleans()), min_size=1, max_size=5),
    max_len=st.integers(5, 20),
    generator=st.none() | seeds,
)
def test_packing_keeps_every_pair(lengths, max_len, generator):
    ids = count(5)
    pairs = [
        Pair([next(ids) for _ in range(a)], [next(ids) for _ in range(b)], c) for a, b, c in lengths
    ]
    data = pack_pairs(pairs, max_len, generator)
    assert data.tokens.shape == data.segments.shape == (len(pairs), max_len)
    assert data.is_next.tolist() == [pair.is_next for pair in pairs]
    assert data.truncated == sum(a + b + 3 > max_len for a, b, _ in lengths)
    for row, pair in enumerate(pairs):
        valid = data.valid_lens[row].item()
        assert valid == min(max_len, len(pair.first) + len(pair.second) + 3)
        tokens, segments = data.tokens[row].tolist(), data.segments[row].tolist()
        assert tokens[valid:] == segments[valid:] == [0] * (max_len - valid)
        middle = tokens.index(SEP)
        first, second = tokens[1:middle], tokens[middle + 1 : valid - 1]
        assert (tokens[0], tokens[valid - 1]) == (CLS, SEP)
        assert segments[:valid] == [0] * (middle + 1) + [1] * (valid - middle - 1)
        for part, whole in ((first, pair.first), (second, pair.second)):
            assert part == whole[whole.index(part[0]) :][: len(part)]


def test_packing_with_a_generator_shortens_at_both_ends(generator):
    pair = Pair(list(range(100, 150)), list(range(200, 250)), True)
    rows = pack_pairs([pair] * 20, 23, generator).tokens
    lost_in_front = rows[:, 1] - 100
    assert lost_in_front.min() > 5  # of 40 coins
    assert lost_in_front.max() < 35
    assert lost_in_front.unique().numel() > 5


def test_packing_nothing_is_refused():
    with pytest.raises(ValueError, match="at least one"):
        pack_pairs([], 8)


def test_select_by_hand():
    pairs = [Pair([11], [13, 12], True), Pair([14] * 9, [18], False), Pair([15], [19], True)]
    data = pack_pairs(pairs, 8)
    assert len(data) == 3
    some = data.select(torch.tensor([2, 0, 2]))
    assert len(some) == 3
    assert some.tokens[:, 1].tolist() == [15, 11, 15]
    assert some.segments.sum(dim=1).tolist() == [2, 3, 2]
    assert some.valid_lens.tolist() == [5, 6, 5]
    assert some.is_next.tolist() == [1, 1, 1]
    assert (data.truncated, some.truncated) == (1, 0)
