"""bert_lab.experiments.senses.sentences: what ours promise, and a reader of CoarseWSD-20."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.files import read_tokenizer
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.released import RELEASED
from bert_lab.experiments.senses import sentences as module
from bert_lab.experiments.senses.sentences import (
    check_coarse,
    coarse_examples,
    find_piece,
    merge_places,
    own_examples,
    own_sentences,
)


@pytest.fixture(scope="module")
def tokenizer():
    found = read_tokenizer(find_folder(RELEASED) / "tokenizer.json")
    found.no_padding()
    found.no_truncation()
    return found


@pytest.fixture(scope="module")
def texts():
    return [t for senses in own_sentences().values() for found in senses.values() for t in found]


def test_enough_words_with_two_senses_and_twenty_sentences_each():
    words = own_sentences()
    assert len(words) >= 20
    assert {"crane", "bank"} <= words.keys()
    assert all([len(found) for found in senses.values()] == [20, 20] for senses in words.values())


def test_sentences_have_six_to_sixteen_words(texts):
    assert all(6 <= len(re.findall(r"[\w'-]+", text)) <= 16 for text in texts)
    assert all(re.fullmatch(r"[\"A-Z].*[.?!]", text) for text in texts)


def test_no_frame_is_used_twice(texts):
    """No four words in a row stand in two sentences, whatever the word in question."""
    seen = {}
    for text in texts:
        words = re.findall(r"[\w'-]+", text.lower())
        for i in range(len(words) - 3):
            frame = tuple(words[i : i + 4])
            assert seen.setdefault(frame, text) == text


def test_the_word_is_one_piece_and_stands_once_at_many_places(tokenizer):
    for word, found in own_examples(tokenizer).items():
        assert all(text.split().count(word) == 1 for text, *_ in found)
        assert all(text.split()[at] == word for text, at, _ in found)
        assert len({at for _, at, _ in found}) >= 7


def test_a_word_that_is_no_piece_of_the_sentence_is_refused(tokenizer):
    assert find_piece("bank", "The bank's vault.", tokenizer) == ("the bank ' s vault .", 1)
    with pytest.raises(ValueError, match="expected a sentence with 'bank' in it as one piece"):
        find_piece("bank", "Two banks merged.", tokenizer)


def coarse_folder(folder, data="1\tthe bank failed\n3\twe sat on bank by bank\n", gold="0\n1\n"):
    (folder / "bank").mkdir()
    (folder / "bank" / "test.data.txt").write_text(data)
    (folder / "bank" / "test.gold.txt").write_text(gold)
    return folder


def test_coarse_examples_are_in_pieces(tmp_path):
    data = "1\tthe bank un##known-word\n4\tbank by the old bank is\n"
    _, tokenizer = load_mini_bert()
    found = coarse_examples(coarse_folder(tmp_path, data), "bank", "test", tokenizer)
    assert found == [("the bank <unk>", 1, "0"), ("bank by the old bank is", 4, "1")]


def test_a_piece_after_split_words_is_found(tmp_path, tokenizer):
    folder = coarse_folder(tmp_path, "2\tunaffable gruidae bank\n", "0\n")
    ((text, at, _),) = coarse_examples(folder, "bank", "test", tokenizer)
    assert len(text.split()) == at + 1 > 3
    assert text.split()[at] == "bank"


@pytest.mark.parametrize(
    ("data", "gold", "message"),
    [
        ("1\tthe bank\n", "0\n1\n", "expected 2 lines, as test.gold.txt has, got 1"),
        ("0\tthe bank\n", "0\n", "expected the place of 'bank', a tab and the sentence, got"),
        ("one\tthe bank\n", "0\n", "expected the place of 'bank'"),
        ("1 the bank\n", "0\n", "expected the place of 'bank'"),
        ("9\tthe bank\n", "0\n", "expected the place of 'bank'"),
    ],
)
def test_lines_of_another_form_are_refused(tmp_path, data, gold, message):
    _, tokenizer = load_mini_bert()
    folder = coarse_folder(tmp_path, data, gold)
    with pytest.raises(ValueError, match=f"test.data.txt: {message}"):
        coarse_examples(folder, "bank", "test", tokenizer)


def test_a_folder_without_the_words_is_refused(tmp_path, monkeypatch):
    with pytest.raises(FileNotFoundError, match=r"none for apple, arm, bank.*github\.com"):
        check_coarse(tmp_path)
    monkeypatch.setattr(module, "COARSE_WORDS", ("bank",))
    check_coarse(coarse_folder(tmp_path))


def test_places_are_merged_until_each_has_enough(monkeypatch):
    monkeypatch.setattr(module, "LEAST_AT_A_PLACE", 3)
    at = [0, 1, 1, 2, 2, 2, 4, 5, 9]
    merged = merge_places([[("", place, "x") for place in at[:4]], [("", p, "y") for p in at[4:]]])
    assert [place for found in merged for _, place, _ in found] == [0, 0, 0, 2, 2, 2, 4, 4, 4]
    assert [sense for found in merged for *_, sense in found] == ["x"] * 4 + ["y"] * 5
    (few,) = merge_places([[("", 0, "x"), ("", 3, "x"), ("", 4, "x"), ("", 7, "x")]])
    assert [place for _, place, _ in few] == [0, 0, 0, 0]  # the last would stand alone
