"""bert_lab.text.wordpiece: what a vocabulary says, on one small enough to check by eye."""

import pytest
import torch
from transformers import BertTokenizer

from bert_core.inputs import SPECIAL_IDS, SPECIAL_TOKENS, SpecialIds
from bert_core.masking import mask_tokens
from bert_lab.text.tokenization import train_word_level, train_wordpiece
from bert_lab.text.wordpiece import (
    cut_words,
    find_continuations,
    find_special_ids,
    token_ids,
)

PIECES = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PIECES += [".", "un", "fly", "##able", "##ly", "##s", "crane", "a", "Crane"]


@pytest.fixture
def original():
    """The original's kind of tokeniser, as Transformers makes it."""
    ids = {piece: i for i, piece in enumerate(PIECES)}
    return BertTokenizer(vocab=ids, do_lower_case=True).backend_tokenizer


def test_special_ids_in_both_spellings(original):
    assert find_special_ids(original) == SpecialIds(pad=0, unk=2, cls=3, sep=4, mask=5)
    assert find_special_ids(train_word_level([["a crane"]])) == SPECIAL_IDS == (0, 1, 2, 3, 4)


def test_all_ids_have_special_ones_by_the_book_s_names_too(original):
    ids = token_ids(original)
    assert [ids[token] for token in SPECIAL_TOKENS] == list(find_special_ids(original))
    assert original.get_vocab().items() < ids.items()


def test_continuations(original):
    marked = find_continuations(original)
    assert marked.tolist() == [piece.startswith("##") for piece in PIECES]
    ours = train_wordpiece([["unflyable cranes fly"]])
    ids = ours.encode("cranes").ids
    assert find_continuations(ours)[ids].tolist() == [False] + [True] * (len(ids) - 1)


UNSPACED = {
    "zh": ("我们去北京大学 。", ["我们", "去", "北京大学", "。"]),
    "ja": ("私はガラスのコップを割った", ["私", "は", "ガラス", "の", "コップ", "を", "割った"]),
    "th": ("ผมไปโรงเรียนเมื่อวานนี้", ["ผม", "ไป", "โรงเรียน", "เมื่อวาน", "นี้"]),
}


@pytest.mark.parametrize(("text", "words"), UNSPACED.values(), ids=UNSPACED)
def test_without_blanks_between_words_somebody_has_to_cut_them(text, words):
    tokenizer = train_wordpiece([[text, *"abc,."]])
    with pytest.raises(ValueError, match="a script with blanks between words, got one of Chinese"):
        find_continuations(tokenizer)
    ids, goes_on = cut_words(tokenizer, words)
    starts = [place for place, mark in enumerate(goes_on) if not mark]
    pieces = [ids[a:b] for a, b in zip(starts, [*starts[1:], len(ids)], strict=True)]
    assert [tokenizer.decode(piece).replace(" ", "") for piece in pieces] == words
    place = torch.tensor([goes_on])
    for seed in range(20):
        masked = mask_tokens(
            torch.tensor([ids]),
            tokenizer.get_vocab_size(),
            generator=torch.Generator().manual_seed(seed),
            rate=0.6,
            continuations=place,
        )
        predicted = set(masked.positions[masked.weights > 0].tolist())
        ends = zip(starts, [*starts[1:], len(ids)], strict=True)
        assert all(
            set(range(*word)) <= predicted or not set(range(*word)) & predicted for word in ends
        )
        assert predicted


def test_a_few_characters_of_other_scripts_are_no_reason_to_refuse():
    tokenizer = train_wordpiece([["unflyable cranes fly over the river by the bank 東京 タ"]])
    assert find_continuations(tokenizer).any()


def test_a_tokeniser_without_special_tokens_is_refused():
    from tokenizers import Tokenizer, models

    with pytest.raises(ValueError, match=r"with <pad>, .* or \[PAD\], .* or <pad>, .*<s>, "):
        find_special_ids(Tokenizer(models.WordLevel({"a": 0}, unk_token="a")))
