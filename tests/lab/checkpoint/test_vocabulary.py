"""Which tokenizer a folder has: refused by name where it isn't BERT's, or is another model's.

That those which are read give the reference's ids is in parity/test_transformers_vocabulary.py.
"""

import json

import pytest
from tokenizers import AddedToken, Tokenizer, models, normalizers, pre_tokenizers, processors

from bert_lab.checkpoint import load_bert, load_checkpoint, save_checkpoint, save_pretrained
from bert_lab.text.tokenization import train_word_level
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS, load_wordpiece

SWITCHES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.02, "activation": "gelu"}
PIECES = [*ORIGINAL_SPELLINGS, *"abcdefghijklmno", "É", "é", "e\u0301"]  # V = 23


@pytest.fixture(params=["vocab.txt", "tokenizer.json"])
def folder(request, tmp_path, build_model):
    save_pretrained(build_model(**SWITCHES), tmp_path)
    (tmp_path / "vocab.txt").write_text("\n".join(PIECES), "utf-8")
    if request.param == "tokenizer.json":
        load_wordpiece(tmp_path / "vocab.txt").save(str(tmp_path / "tokenizer.json"))
        (tmp_path / "vocab.txt").unlink()
    return tmp_path


def say(folder, name="tokenizer_config.json", **fields):
    path = folder / name
    stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.write_text(json.dumps(stored | fields), "utf-8")


HARMLESS = {
    "the released MiniLM's": {
        **{"do_lower_case": True, "tokenize_chinese_chars": True, "strip_accents": None},
        **{"do_basic_tokenize": True, "never_split": None, "model_max_length": 512},
        **{"name_or_path": "x", "tokenizer_class": "BertTokenizer", "unk_token": "[UNK]"},
    },
    "of transformers 4": {
        "added_tokens_decoder": {"0": {"content": "[PAD]", "special": True, "lstrip": False}},
        "clean_up_tokenization_spaces": True,
        "cls_token": {"content": "[CLS]", "lstrip": False},
        "mask_token": "[MASK]",
        "tokenizer_class": "BertTokenizerFast",
        "never_split": [],
        "extra_special_tokens": {},
    },
}


@pytest.mark.parametrize("settings", HARMLESS.values(), ids=HARMLESS)
def test_what_says_nothing_else_is_read(settings, folder):
    say(folder, **settings)
    assert load_bert(folder)[1].encode("É a").tokens == ["[CLS]", "e", "a", "[SEP]"]


OTHERS = {
    "MeCab": ({"tokenizer_class": "BertJapaneseTokenizer"}, "tokenizer_class: BertJapaneseT"),
    "MeCab, fields alone": ({"word_tokenizer_type": "mecab"}, 'word_tokenizer_type: "mecab"'),
    "characters": ({"subword_tokenizer_type": "character"}, "subword_tokenizer_type"),
    "no words": ({"do_word_tokenize": False}, "do_word_tokenize: false"),
    "words": ({"do_word_tokenize": True}, "do_word_tokenize: true"),
    "no basic one": ({"do_basic_tokenize": False}, "do_basic_tokenize: false"),
    "never split": ({"never_split": ["[X]"]}, r'never_split: \["\[X\]"\]'),
    "its own code": ({"auto_map": {"AutoTokenizer": ["a.B", None]}}, "auto_map"),
    "another prefix": ({"wordpieces_prefix": "@@"}, "wordpieces_prefix"),
    "another class": ({"tokenizer_class": "BertweetTokenizer"}, "tokenizer_class: BertweetT"),
    "a class that is none": ({"tokenizer_class": 3}, "tokenizer_class: 3"),
    "a word for a switch": ({"do_lower_case": "false"}, 'do_lower_case: expected .* got "false"'),
    "no switch": ({"tokenize_chinese_chars": None}, "tokenize_chinese_chars: expected"),
    "a number": ({"strip_accents": 1}, "strip_accents: expected true or false, got 1"),
    "another mask": ({"mask_token": "é"}, r"mask_token: expected \[MASK\], got é"),
    "an added token": ({"added_tokens_decoder": {"23": {"content": "[X]"}}}, r"got none for \[X\]"),
}


@pytest.mark.parametrize(("settings", "message"), OTHERS.values(), ids=OTHERS)
def test_another_tokenizer_is_refused_by_name(settings, message, folder):
    say(folder, **settings)
    with pytest.raises(ValueError, match=message):
        load_bert(folder)


def test_a_class_is_read_from_the_model_s_configuration_too(folder):
    say(folder, "config.json", tokenizer_class="BertJapaneseTokenizer")
    with pytest.raises(ValueError, match="BertJapaneseTokenizer is not covered"):
        load_bert(folder)


def test_tokens_that_were_added_beside_the_vocabulary_are_not_passed_over(folder):
    (folder / "added_tokens.json").write_text('{"[X]": 23}')
    with pytest.raises(ValueError, match=r"got none for \[X\]"):
        load_bert(folder)


def _words(tokenizer):
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()


def _no_cleaning(tokenizer):
    tokenizer.normalizer = normalizers.BertNormalizer(clean_text=False)


def _prefix(tokenizer):
    tokenizer.model = models.WordPiece(
        tokenizer.get_vocab(), unk_token="[UNK]", continuing_subword_prefix="@@"
    )


def _no_special(tokenizer):
    tokenizer.post_processor = processors.ByteLevel()


PARTS = {
    "pre_tokenizer": _words,
    "normalizer": _no_cleaning,
    "model": _prefix,
    "post_processor": _no_special,
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_is_not_berts_counts_as_it_is_unless_berts_is_said(part, tmp_path, build_model):
    save_pretrained(build_model(**SWITCHES), tmp_path)
    (tmp_path / "vocab.txt").write_text("\n".join(PIECES), "utf-8")
    tokenizer = load_wordpiece(tmp_path / "vocab.txt")
    PARTS[part](tokenizer)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    text = "abÉ, a\u0001c"
    for settings in ({}, {"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": False}):
        say(tmp_path, **settings)
        assert load_bert(tmp_path)[1].encode(text).ids == tokenizer.encode(text).ids
    say(tmp_path, tokenizer_class="BertTokenizer")
    with pytest.raises(ValueError, match=rf"tokenizer\.json: {part}: expected BertTokenizer's"):
        load_bert(tmp_path)


def test_a_vocabulary_alone_is_no_whole_tokenizer(folder):
    say(folder, tokenizer_class="PreTrainedTokenizerFast")
    if (folder / "vocab.txt").exists():
        with pytest.raises(ValueError, match="tokenizer_class: PreTrainedTokenizerFast"):
            load_bert(folder)
    else:
        load_bert(folder)


@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_a_mark_at_the_start_of_a_file_is_none_of_its_text(mark, folder):
    say(folder, do_lower_case=False)
    expected = load_bert(folder)[1]
    for path in folder.iterdir():
        if path.suffix in (".json", ".txt"):
            path.write_text(mark + path.read_text("utf-8"), "utf-8")
    assert load_bert(folder)[1].get_vocab() == expected.get_vocab()


@pytest.mark.parametrize("name", ["the vocabulary", "tokenizer_config.json"])
@pytest.mark.parametrize("content", ["[PAD]\n", "", "version https://git-lfs.github.com/spec/v1\n"])
def test_a_file_that_is_refused_is_named_once(content, name, folder):
    if name == "the vocabulary":
        (name,) = (path.name for path in folder.glob("[tv]o[kc]*"))
    (folder / name).write_text(content)
    with pytest.raises(ValueError, match="expected") as caught:
        load_bert(folder)
    assert str(caught.value).count(str(folder / name)) == 1


def test_a_vocabulary_in_another_encoding_is_named(folder):
    for path in folder.glob("[tv]o[kc]*"):
        path.write_bytes(path.read_text("utf-8").encode("utf-16"))
        with pytest.raises(ValueError, match=f"{path.name}: expected text in UTF-8"):
            load_bert(folder)


# The book's own form


def words(number):
    return train_word_level([[" ".join(f"w{i}" for i in range(number))]])


@pytest.mark.parametrize("number", [17, 19, 200])
def test_another_model_s_tokenizer_does_not_fit_the_book_s_own_form(number, tmp_path, build_model):
    save_checkpoint(tmp_path, build_model(), words(18))
    load_checkpoint(tmp_path)
    words(number).save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(ValueError, match=rf"tokenizer.json: .*23 rows .* got {number + 5} tokens"):
        load_bert(tmp_path)


def test_special_tokens_elsewhere_do_not_fit_it(tmp_path, build_model):
    save_checkpoint(tmp_path, build_model(), words(18))
    moved = Tokenizer(models.WordLevel({t: i for i, t in enumerate(reversed(PIECES))}))
    moved.add_special_tokens([AddedToken(token) for token in ORIGINAL_SPELLINGS])
    moved.save(str(tmp_path / "tokenizer.json"))
    with pytest.raises(ValueError, match=r"tokenizer.json: .*pad 0, unk 1, .* got pad 22, unk 21"):
        load_bert(tmp_path)
