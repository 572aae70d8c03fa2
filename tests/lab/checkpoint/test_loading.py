"""`load_bert`: either form of a folder, and vocabularies that do not fit."""

import json

import pytest
import torch
from tokenizers import Tokenizer

from bert_lab.checkpoint import MINI_BERT, load_bert, save_checkpoint, save_pretrained
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS

SIZES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.02, "activation": "gelu"}
WORDS = [*"abcdefghijklmnop", "É", "é"]


@pytest.fixture
def folder(tmp_path, build_model):
    """A model of 23 tokens in the reference layout, with its vocabulary."""
    save_pretrained(build_model(**SIZES), tmp_path)
    write_vocab(tmp_path, WORDS)
    return tmp_path


def write_vocab(folder, words):
    (folder / "vocab.txt").write_text("\n".join([*ORIGINAL_SPELLINGS, *words]) + "\n", "utf-8")


def drop_head(folder, head):
    from safetensors.torch import load_file, save_file

    path = folder / "model.safetensors"
    kept = {n: t for n, t in load_file(path).items() if not n.startswith(head)}
    save_file(kept, path)


def test_the_book_s_own_form():
    model, tokenizer = load_bert(MINI_BERT)
    assert tokenizer.get_vocab_size() == model.config.vocab_size == 761
    assert not model.training


def test_the_reference_layout(folder, build_model, recwarn):
    model, tokenizer = load_bert(str(folder))
    for one, other in zip(model.parameters(), build_model(**SIZES).parameters(), strict=True):
        assert one.equal(other)
    assert tokenizer.encode("a p").ids == [2, 5, 20, 3]
    assert not recwarn


@pytest.mark.parametrize(("lowercase", "expected"), [(None, "e"), (True, "e"), (False, "É")])
def test_whether_a_vocabulary_has_capitals_is_read(lowercase, expected, folder):
    if lowercase is not None:
        settings = json.dumps({"do_lower_case": lowercase})
        (folder / "tokenizer_config.json").write_text(settings)
    _, tokenizer = load_bert(folder)
    assert tokenizer.encode("É", add_special_tokens=False).tokens == [expected]


@pytest.mark.parametrize("settings", [{}, {"tokenizer_class": "BertTokenizer"}])
def test_a_tokenizer_that_pads_and_cuts_does_neither(settings, folder):
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    _, tokenizer = load_bert(folder)
    tokenizer.enable_padding(length=9)
    tokenizer.enable_truncation(4)
    tokenizer.save(str(folder / "tokenizer.json"))
    assert len(Tokenizer.from_file(str(folder / "tokenizer.json")).encode("a").ids) == 9
    _, again = load_bert(folder)
    assert [len(again.encode(text).ids) for text in ("a", "a b c d e")] == [3, 7]


def test_a_warning_names_new_heads_unless_a_generator_draws_them(folder, recwarn):
    drop_head(folder, "cls.seq_relationship")
    one, _ = load_bert(folder, generator=torch.Generator().manual_seed(3))
    same, _ = load_bert(folder, generator=torch.Generator().manual_seed(3))
    assert one.nsp.output.weight.equal(same.nsp.output.weight)
    assert not recwarn
    with pytest.warns(UserWarning, match="has no nsp: drawn at random") as caught:
        load_bert(folder)
    assert caught[0].filename == __file__


@pytest.mark.parametrize("words", [WORDS[:-1], [*WORDS, "q"], WORDS * 0])
def test_a_vocabulary_of_another_size_is_refused(words, folder, build_model):
    """Rows to spare are allowed, fewer than 128: models are padded so."""
    write_vocab(folder, words)
    if len(words) < len(WORDS):
        model, _ = load_bert(folder)
        assert model.config.vocab_size == 23
        save_pretrained(build_model(**{**SIZES, "vocab_size": len(words) + 5 + 128}), folder)
    with pytest.raises(ValueError, match=r"vocab.txt: expected a vocabulary for the \d+ rows"):
        load_bert(folder)


def test_a_vocabulary_without_special_tokens_is_refused(folder):
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    with pytest.raises(ValueError, match=r"vocab.txt: .*\[PAD\]"):
        load_bert(folder)


def test_no_vocabulary_at_all(folder):
    (folder / "vocab.txt").unlink()
    with pytest.raises(FileNotFoundError, match=r"expected tokenizer.json or vocab.txt, found"):
        load_bert(folder)


def test_a_run_s_folder(tmp_path, build_model):
    _, tokenizer = load_bert(MINI_BERT)
    model = build_model(vocab_size=761)
    save_checkpoint(tmp_path, model, tokenizer)
    loaded, _ = load_bert(tmp_path)
    assert loaded.config == model.config
