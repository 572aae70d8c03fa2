"""A folder's tokenizer with any of its settings gives the ids that `transformers` gives for it.

The oracle is its own `BertTokenizer`, which reads the same folder.
"""

import json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from transformers import BertTokenizer

from bert_lab.checkpoint.vocabulary import read_vocabulary
from bert_lab.text.wordpiece import load_wordpiece

SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
LETTERS = [
    *"aeoßéÉAEüçかがカガ東京한",
    "\u0301",
    "\u3099",
    "ö",
    "no",
    "##東",
    "東京",
    "##が",
    "##a",
]
PIECES = [*SPECIALS, *LETTERS, *(f"##{c}" for c in "eoéÉAEß京\u0301")]
SETTINGS = [
    {name: value for name, value in zip(names, values, strict=True) if value != "unsaid"}
    for names in [("do_lower_case", "strip_accents", "tokenize_chinese_chars")]
    for values in product((True, False, "unsaid"), (True, False, None, "unsaid"), (True, False))
]
TEXTS = st.lists(
    st.sampled_from([*LETTERS, "É", "É", "東京か", "ＡＢ", "ガ", " ", "\t", "\x00", ",", "[MASK]"]),
    max_size=10,
).map("".join) | st.text(max_size=30)


@pytest.fixture(scope="module", params=["vocab.txt", "tokenizer.json", "cased tokenizer.json"])
def both(request, tmp_path_factory):
    """By its settings, a folder's tokenizer as both libraries read it."""
    found = []
    for number, extra in enumerate(SETTINGS):
        folder = tmp_path_factory.mktemp(f"{number}")
        (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n", "utf-8")
        if request.param != "vocab.txt":
            one: Tokenizer = load_wordpiece(folder / "vocab.txt", "cased" not in request.param)
            one.save(str(folder / "tokenizer.json"))
        settings = {"tokenizer_class": "BertTokenizer"} | extra
        (folder / "tokenizer_config.json").write_text(json.dumps(settings))
        ours = read_vocabulary(folder, len(PIECES))
        found.append((ours, BertTokenizer.from_pretrained(folder)))
    return found


@given(text=TEXTS, second=st.none() | TEXTS.filter(bool), which=st.integers(0, len(SETTINGS) - 1))
def test_the_same_ids_and_segments(both, text, second, which):
    ours, theirs = both[which]
    found, expected = ours.encode(text, second), theirs(text, second)
    assert found.ids == expected["input_ids"]
    assert found.type_ids == expected["token_type_ids"]
