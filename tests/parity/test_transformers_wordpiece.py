"""Ids of word pieces: our tokeniser from `vocab.txt` against both of `transformers`.

One of the two runs on the `tokenizers` library, as ours does. The other is plain Python and does
what the original's own code did; it gets text on which the Unicode tables of Python and of the
library agree.
"""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from transformers import BertTokenizer
from transformers.models.bert.tokenization_bert_legacy import BertTokenizerLegacy

from bert_lab.text.wordpiece import load_wordpiece
from tests.helpers.paths import DATA

ORIGINAL = DATA / "bert-base-uncased"

SPECIALS = ["[PAD]", "[unused0]", "[UNK]", "[CLS]", "[unused1]", "[SEP]", "[MASK]"]
WORDS = ["un", "fly", "##able", "##aff", "##s", "crane", "bank", "##unk", "東", "e", "ss", "don"]
CHARACTERS = [*string.ascii_lowercase, *string.digits, *string.punctuation, "ß", "σ", "ς"]
PIECES = [*SPECIALS, *WORDS, *(c for c in CHARACTERS if c not in WORDS)]
PIECES += ["##" + c for c in string.ascii_lowercase if "##" + c not in WORDS]

WORDS_IN_TEXT = ["unaffable", "Cranes", "É", "e\u0301", "σας", "ß", "東京", "don't", "@-@", "naïve"]
MARKS = ["[MASK]", "[SEP]", "[mask]", " ", "  ", "\t", "\n", "\u00a0", "\u2028", "\x00", "..."]
FRAGMENTS = st.sampled_from([*WORDS_IN_TEXT, *MARKS, "x" * 100, "x" * 101])
PLAIN = st.lists(FRAGMENTS, max_size=12).map("".join)


def _vocabularies():
    yield pytest.param("made up", id="a vocabulary made up")
    yield pytest.param("original", id="the original's", marks=pytest.mark.needs("original"))


@pytest.fixture(scope="module", params=_vocabularies())
def vocab(request, tmp_path_factory):
    if request.param == "original":
        return ORIGINAL / "vocab.txt"
    path = tmp_path_factory.mktemp("vocabulary") / "vocab.txt"
    path.write_text("\n".join(PIECES) + "\n", "utf-8")
    return path


@pytest.fixture(scope="module", params=[True, False], ids=["uncased", "cased"])
def lowercase(request):
    return request.param


@pytest.fixture(scope="module")
def ours(vocab, lowercase):
    return load_wordpiece(vocab, lowercase)


@pytest.fixture(scope="module")
def theirs(vocab, lowercase):
    return BertTokenizer(vocab=str(vocab), do_lower_case=lowercase)


@pytest.fixture(scope="module")
def in_python(vocab, lowercase):
    return BertTokenizerLegacy(str(vocab), do_lower_case=lowercase)


@given(text=st.text(max_size=60) | PLAIN, second=st.none() | PLAIN.filter(bool))
def test_any_text_has_the_reference_s_ids_and_segments(ours, theirs, text, second):
    # an empty second text counts as none there
    found, expected = ours.encode(text, second), theirs(text, second)
    assert found.ids == expected["input_ids"]
    assert found.type_ids == expected["token_type_ids"]


@given(text=PLAIN)
def test_plain_python_agrees(ours, in_python, text):
    assert ours.encode(text).ids == in_python(text)["input_ids"]


@pytest.mark.needs("original")
def test_the_original_s_tokenizer_json_is_the_same():
    described = Tokenizer.from_file(str(ORIGINAL / "tokenizer.json"))
    ours = load_wordpiece(ORIGINAL / "vocab.txt")
    assert ours.get_vocab() == described.get_vocab()
    assert ours.get_vocab_size() == 30_522
    text = "Unaffable CRANES at the riverbank: naïve [MASK] 東京!"
    assert ours.encode(text, "He left.").ids == described.encode(text, "He left.").ids


def test_the_one_known_difference(tmp_path):
    """The original lower-cased whole words: a sigma at the end became another letter."""
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join([*SPECIALS, "σας", "σασ"]), "utf-8")
    tokens = load_wordpiece(path).encode("ΣΑΣ", add_special_tokens=False).tokens
    assert tokens == ["σασ"]
    assert BertTokenizerLegacy(str(path)).tokenize("ΣΑΣ") == ["σας"]
