"""Tokenisers: ids, special tokens, and the same vocabulary on every run."""

import os
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from bert_core.inputs import SPECIAL_TOKENS
from bert_lab.text.tokenization import encode, train_word_level, train_wordpiece
from bert_lab.world.mini_world import mini_world

DOCUMENTS = [
    ["a crane is flying", "a Crane driver came"],
    ["the bank <unk> is closed", "a bank <mask>"],
    ["un@-@ flyable cranes ."],
]

# prints a digest of both vocabularies, in the order of their ids, learned from many tied words
DIGEST = """
import hashlib
from bert_lab.text.tokenization import train_word_level, train_wordpiece
words = [f"{a}{b}{c}{d}" for a in "abcdefg" for b in "hijkl" for c in "mnopq" for d in "rstuvwx"]
documents = [[" ".join(words[i::23])] for i in range(23)]
for tokenizer in (train_word_level(documents), train_wordpiece(documents, 500)):
    vocab = tokenizer.get_vocab()
    print(hashlib.sha256(" ".join(sorted(vocab, key=vocab.get)).encode()).hexdigest())
"""


@pytest.fixture(params=[train_word_level, train_wordpiece], ids=["word level", "WordPiece"])
def tokenizer(request):
    return request.param(DOCUMENTS)


def test_special_tokens_in_the_text_are_special(tokenizer):
    assert encode(tokenizer, [["<unk> <mask> <pad>"]]) == [[[1, 4, 0]]]
    learned = set(tokenizer.get_vocab()) - set(SPECIAL_TOKENS)
    assert not any("<" in token or token in ("unk", "mask") for token in learned)


def test_pieces_split_a_new_word():
    tokenizer = train_wordpiece(DOCUMENTS)
    tokens = tokenizer.encode("flyings banks , zoo", add_special_tokens=False).tokens
    assert tokens == ["flying", "##s", "bank", "##s", "<unk>", "<unk>"]
    assert tokenizer.encode("un@-@ flyable").tokens[1:4] == ["@", "-", "@"]
    assert tokenizer.decode(tokenizer.encode("cranes flying banks").ids) == "cranes flying banks"


# Sentences and what Python's own lower-casing makes of them, Turkish ones but for their i's.
TEXTS = {
    "ja": "ガラスが割れた カラスが鳴いた パン バン",
    "ko": "한국어 문장 입니다",
    "vi": "Tiếng Việt có dấu: ma má mà mạ",
    "de": "Größe, Straße und STRASSE; schon schön",
    "hi": "हिन्दी में लिखा है",
    "fr": "Élève élevé, ça côté",
    "ru": "Ёлка ещё ёж",
    "ar": "كِتَاب كُتُب",
    "tr": "IŞIK ışık İLİK ilik",
}


@pytest.mark.parametrize(("language", "text"), TEXTS.items())
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_words_of_any_language_come_back_letter_by_letter(language, text, form):
    """However their accents are stored; and no two words become one."""
    text = unicodedata.normalize(form, text)
    tokenizer = train_wordpiece([[text]], 400, language=language)
    turkish = {"I": "ı", "İ": "i"} if language == "tr" else {}
    expected = unicodedata.normalize("NFC", text).translate(str.maketrans(turkish)).lower()
    ids = [tokenizer.encode(word, add_special_tokens=False).ids for word in text.split()]
    assert [tokenizer.decode(word).replace(" ", "") for word in ids] == expected.split()
    assert len(set(map(tuple, ids))) == len(set(expected.split()))
    stored = Tokenizer.from_str(tokenizer.to_str())
    assert stored.encode(text).ids == tokenizer.encode(text).ids


@pytest.mark.parametrize("language", ["ja", "ko", "zh"])
def test_half_and_full_width_are_the_same_word(language):
    tokenizer = train_wordpiece([["ガラス abc 123"]], 100, language=language)
    assert tokenizer.encode("ｶﾞﾗｽ 葛\U000e0100 ＡＢＣ").ids == tokenizer.encode("ガラス 葛 abc").ids


@pytest.mark.parametrize("language", ["ja", "vi", "de", "fr", "tr"])
def test_accents_are_taken_off_if_that_is_asked_for(language):
    tokenizer = train_wordpiece([[TEXTS[language]]], 400, strip_accents=True)
    bare = unicodedata.normalize("NFD", TEXTS[language].lower())
    expected = "".join(letter for letter in bare if unicodedata.category(letter) != "Mn").split()
    ids = [tokenizer.encode(word).ids for word in TEXTS[language].split()]
    assert [tokenizer.decode(word).replace(" ", "") for word in ids] == expected


def test_vocabulary_size_is_kept():
    documents = mini_world(200).train
    assert train_wordpiece(documents, 300).get_vocab_size() == 300


def test_the_same_vocabulary_on_every_run_with_any_number_of_threads():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env=os.environ | {"RAYON_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2")
    }
    assert len(outputs) == 1
    assert len(outputs.pop().split()) == 2


def test_every_word_of_the_mini_world_is_known():
    corpus = mini_world()
    tokenizer = train_word_level(corpus.train)
    ids = encode(tokenizer, corpus.valid)
    assert [[len(sentence) for sentence in story] for story in ids] == [
        [len(sentence.split()) for sentence in story] for story in corpus.valid
    ]
    assert not any(1 in sentence for story in ids for sentence in story)


# what normalisation changes, words that end in unusual ways, specials spelled out, many blanks
WORDS = [
    "un",
    "flyable",
    "É",
    "e\u0301",
    "ΣΑΣ",
    "ß",
    "İ",
    "@-@",
    "<unk>",
    "<mask>",
    "東京",
    "x" * 101,
]
BLANKS = [" ", "  ", "\u2028", "\x85", "\t", "\u00a0", "\u200d", "\x00", "\u0301", "..."]
fragments = st.sampled_from([*WORDS, *BLANKS])


@given(sentences=st.lists(st.lists(fragments, max_size=9).map("".join), max_size=4))
@pytest.mark.parametrize("train", [train_word_level, train_wordpiece])
def test_encode_reads_word_by_word_what_the_library_reads_at_once(train, sentences):
    tokenizer = train([["unflyable é e sas ss i @-@ 東 京 fly able ..."]])
    expected = [tokenizer.encode(text, add_special_tokens=False).ids for text in sentences]
    assert encode(tokenizer, [sentences]) == [expected]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: train_word_level([]), "at least one word, got none"),
        (lambda: train_word_level([["<unk>"], []]), "at least one word, got none"),
        (lambda: train_wordpiece([[" "]]), "at least one word, got none"),
        (lambda: train_wordpiece([["ab cab"]], 8), r"vocab_size >= 9 \(special tokens .*, got 8"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
