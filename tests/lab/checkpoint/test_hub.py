"""Where a checkpoint is found: folders, and names in the hub's cache, without any network."""

import pytest
from safetensors.torch import load_file

from bert_lab.checkpoint import load_bert, save_pretrained
from bert_lab.checkpoint.hub import find_folder
from bert_lab.text.wordpiece import ORIGINAL_SPELLINGS

NAME = "owner/small-bert"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def cached(tmp_path, build_model, monkeypatch):
    """A model in the hub's cache as that library lays it out, and no network."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    store = tmp_path / "cache" / "models--owner--small-bert"
    folder = store / "snapshots" / COMMIT
    save_pretrained(build_model(embedding_norm=True, tied_decoder=True, init_std=0.02), folder)
    words = [*ORIGINAL_SPELLINGS, *"abcdefghijklmnopqr"]
    (folder / "vocab.txt").write_text("\n".join(words), "utf-8")
    (store / "refs").mkdir()
    (store / "refs" / "main").write_text(COMMIT)
    monkeypatch.chdir(tmp_path)
    return folder


def test_a_name_is_found_in_the_cache_and_loaded(cached):
    assert find_folder(NAME) == cached
    model, tokenizer = load_bert(NAME)
    words = load_file(cached / "model.safetensors")["bert.embeddings.word_embeddings.weight"]
    assert model.encoder.token_embedding.weight.equal(words)
    assert tokenizer.encode("a").ids == [2, 5, 3]


def test_a_folder_of_that_name_comes_first(cached, tmp_path, monkeypatch):
    (tmp_path / NAME).mkdir(parents=True)
    assert str(find_folder(NAME)) == NAME
    monkeypatch.setenv("HOME", str(tmp_path))
    assert find_folder(f"~/{NAME}") == tmp_path / NAME
