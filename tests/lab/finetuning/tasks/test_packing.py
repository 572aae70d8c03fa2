"""bert_lab.finetuning.tasks.packing: words become tokens, and labels stand at their words."""

import pytest

from bert_core.inputs import CLS, PAD, SEP
from bert_lab.finetuning import Example
from bert_lab.finetuning.families import (
    IGNORE,
    QuestionAnswering,
    SingleText,
    Tagging,
    TextPair,
)
from bert_lab.finetuning.tasks import pack_examples
from bert_lab.text.tokenization import train_word_level, train_wordpiece

REVIEW = SingleText("review", ("bad", "good"))
ALIKE = TextPair("alike", ("no", "yes"))
NAMES = Tagging("names", ("O", "B-bird", "I-bird"))
WHERE = QuestionAnswering("where")
TEXT = "the cranes were watching fishermen by the lakeside every morning"


@pytest.fixture(scope="module")
def pieces():
    """A tokenizer that cuts most words in pieces."""
    tokenizer = train_wordpiece([["the crane watch fish ing men lake side morn s ed"], [TEXT]], 60)
    assert len(tokenizer.encode("fishermen").ids) > 2
    return tokenizer


def test_one_text_by_hand():
    tokenizer = train_word_level([["a a a crane crane flies"]])
    assert tokenizer.get_vocab() == {
        "<pad>": 0, "<unk>": 1, "<cls>": 2, "<sep>": 3, "<mask>": 4, "a": 5, "crane": 6, "flies": 7
    }  # fmt: skip
    examples = [Example(["a", "crane", "flies"], None, 1), Example(["heron"], None, 0)]
    data = pack_examples(REVIEW, examples, tokenizer, 7)
    assert data.tokens.tolist() == [[2, 5, 6, 7, 3, 0, 0], [2, 1, 3, 0, 0, 0, 0]]
    assert data.segments.tolist() == [[0] * 7] * 2
    assert data.valid_lens.tolist() == [5, 3]
    assert data.places.tolist() == [[-1, 0, 1, 2, -1, -1, -1], [-1, 0, -1, -1, -1, -1, -1]]
    assert data.labels.tolist() == [1, 0]
    assert (data.spec, data.examples, data.truncated, len(data)) == (REVIEW, examples, 0, 2)


def test_a_pair_and_its_class():
    tokenizer = train_word_level([["a a a crane crane flies"]])
    example = Example(["a", "crane"], ["crane", "flies"], 1)
    data = pack_examples(ALIKE, [example], tokenizer, 9)
    assert data.tokens.tolist() == [[CLS, 5, 6, SEP, 6, 7, SEP, PAD, PAD]]
    assert data.segments.tolist() == [[0, 0, 0, 0, 1, 1, 1, 0, 0]]
    assert data.places.tolist() == [[-1, 0, 1, -1, 0, 1, -1, -1, -1]]
    assert data.labels.tolist() == [1]


def test_a_tag_stands_at_the_first_piece_of_its_word(pieces):
    words = TEXT.split()
    tags = [0, 1, 2, 0, 1, 0, 2, 1, 0, 0]
    data = pack_examples(NAMES, [Example(words, None, tags)], pieces, 80)
    found = data.labels[0]
    starts = (found != IGNORE).nonzero().flatten().tolist()
    assert found[starts].tolist() == tags
    ends = [*starts[1:], data.valid_lens.item() - 1]
    for word, start, end in zip(words, starts, ends, strict=True):
        assert data.tokens[0, start:end].tolist() == pieces.encode(word).ids
    assert found[0] == found[-1] == IGNORE
    assert any(end - start > 1 for start, end in zip(starts, ends, strict=True))


def test_long_texts_are_cut_and_counted(pieces):
    words = TEXT.split()
    examples = [
        Example(["where"], words, (0, 1)),
        Example(["where"], words, (8, 9)),
        Example(["where"], ["by", "the"], (1, 1)),
    ]
    data = pack_examples(WHERE, examples, pieces, 25)
    assert data.truncated == 2
    assert data.valid_lens[:2].tolist() == [25, 25]
    assert data.labels[1].tolist() == [IGNORE, IGNORE]  # the answer was cut off
    assert (data.labels[[0, 2]] > 0).all()
    tagged = pack_examples(NAMES, [Example(words, None, [0] * 9 + [2])], pieces, 25)
    assert tagged.truncated == 1
    assert 2 not in tagged.labels
    assert tagged.tokens[0, 24] == SEP


@pytest.mark.parametrize(("length", "stride"), [(1, 1), (8, 3), (9, 8), (23, 8), (23, 5), (30, 1)])
def test_windows_are_the_library_s(length, stride):
    words = [chr(97 + i % 7) for i in range(length)]
    tokenizer = train_word_level([["a a b b c c d d e e f f g g where where"]])
    answer = length // 2, length - 1
    example, T, room = Example(["where", "a"], words, answer), 13, 8
    data = pack_examples(WHERE, [example], tokenizer, T, stride)
    tokenizer.enable_truncation(room, stride=room - stride)  # there of one text, and the overlap
    cut = tokenizer.encode(" ".join(words))
    expected = [cut.ids, *(window.ids for window in cut.overflowing)]
    found = zip(data.tokens, data.segments, data.valid_lens - 1, strict=True)
    assert [row[:n][segments[:n] == 1].tolist() for row, segments, n in found] == expected
    assert data.truncated == 0
    assert all(one is example for one in data.examples)
    for places, label in zip(data.places, data.labels, strict=True):
        if set(answer) <= set(places[4:].tolist()):  # after <cls>, two words and <sep>
            assert tuple(places[label].tolist()) == answer
        else:
            assert label.tolist() == [IGNORE, IGNORE]
