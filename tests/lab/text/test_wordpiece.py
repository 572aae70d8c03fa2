"""bert_lab.text.wordpiece: what a vocabulary says, on one small enough to check by eye.

That ids equal the reference's on any text is shown in parity/test_transformers_wordpiece.py.
"""

import pytest
import torch

from bert_core.inputs import SPECIAL_IDS, SPECIAL_TOKENS, SpecialIds
from bert_core.masking import mask_tokens
from bert_lab.text.tokenization import train_word_level, train_wordpiece
from bert_lab.text.wordpiece import (
    cut_words,
    find_continuations,
    find_special_ids,
    load_wordpiece,
    token_ids,
)

PIECES = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PIECES += [".", "un", "fly", "##able", "##ly", "##s", "crane", "a", "Crane"]


@pytest.fixture
def vocab(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(PIECES) + "\n", "utf-8")
    return path


def test_the_longest_piece_first(vocab):
    encoding = load_wordpiece(vocab).encode("Flyable cranes, fly.", "a cranex")
    assert encoding.tokens == [
        *("[CLS]", "fly", "##able", "crane", "##s", "[UNK]", "fly", ".", "[SEP]"),
        *("a", "[UNK]", "[SEP]"),
    ]
    assert encoding.ids == [3, 8, 9, 12, 11, 2, 8, 6, 4, 13, 2, 4]
    assert encoding.type_ids == [0] * 9 + [1] * 3


def test_ids_are_the_numbers_of_the_lines(vocab):
    tokenizer = load_wordpiece(vocab)
    assert [tokenizer.id_to_token(i) for i in range(len(PIECES))] == PIECES
    assert tokenizer.get_vocab_size() == len(PIECES)


def test_special_tokens_spelled_out_are_special_and_pieces_join_again(vocab):
    tokenizer = load_wordpiece(vocab)
    ids = tokenizer.encode("a [MASK] crane", add_special_tokens=False).ids
    assert ids == [13, 5, 12]
    assert tokenizer.decode(tokenizer.encode("cranes fly").ids) == "cranes fly"


def test_case_counts_where_the_vocabulary_is_cased(vocab):
    cased = load_wordpiece(vocab, lowercase=False)
    assert cased.encode("Crane crane", add_special_tokens=False).ids == [14, 12]
    assert load_wordpiece(vocab).encode("Crane", add_special_tokens=False).ids == [12]


def test_special_ids_in_both_spellings(vocab):
    assert find_special_ids(load_wordpiece(vocab)) == SpecialIds(pad=0, unk=2, cls=3, sep=4, mask=5)
    assert find_special_ids(train_word_level([["a crane"]])) == SPECIAL_IDS == (0, 1, 2, 3, 4)


def test_all_ids_have_special_ones_by_the_book_s_names_too(vocab):
    tokenizer = load_wordpiece(vocab)
    ids = token_ids(tokenizer)
    assert [ids[token] for token in SPECIAL_TOKENS] == list(find_special_ids(tokenizer))
    assert tokenizer.get_vocab().items() < ids.items()


def test_continuations(vocab):
    tokenizer = load_wordpiece(vocab)
    marked = find_continuations(tokenizer)
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


def test_a_vocabulary_is_read_as_any_editor_saves_it(vocab):
    ids = load_wordpiece(vocab).get_vocab()
    for content in ("\ufeff" + vocab.read_text(), vocab.read_text().replace("\n", "\r\n")):
        vocab.write_text(content, "utf-8", newline="")
        assert load_wordpiece(vocab).get_vocab() == ids


def test_a_vocabulary_without_special_tokens_is_refused(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("[PAD]\n[UNK]\n[SEP]\nfly\n")
    with pytest.raises(
        ValueError, match=r"expected a vocabulary with \[CLS\], \[MASK\], found none"
    ):
        load_wordpiece(path)


def test_a_tokeniser_without_special_tokens_is_refused():
    from tokenizers import Tokenizer, models

    with pytest.raises(ValueError, match=r"with <pad>, .* or \[PAD\], .* or <pad>, .*<s>, "):
        find_special_ids(Tokenizer(models.WordLevel({"a": 0}, unk_token="a")))
