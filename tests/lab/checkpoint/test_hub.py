"""Where a checkpoint is found: folders, and names in the hub's cache, without any network."""

import builtins
import re
from pathlib import Path

import pytest

from bert_lab.checkpoint import from_pretrained, save_pretrained
from bert_lab.checkpoint.hub import find_folder

NAME = "owner/small-bert"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """The library's cache, empty, and no network."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_folder_is_itself(tmp_path):
    assert find_folder(tmp_path) == find_folder(str(tmp_path)) == tmp_path


@pytest.mark.parametrize("place", ["./my-bert", "/no/where", "a/b/c", "~/bert", Path("my-bert")])
def test_what_can_be_no_name_is_a_missing_folder(place, cache):
    with pytest.raises(FileNotFoundError, match=r"expected the folder of a checkpoint, found none"):
        find_folder(place)


@pytest.mark.parametrize("name", [NAME, "bert-base-uncased"])
def test_offline_without_a_cache_is_one_clear_error(name, cache):
    message = f"{name} is no folder here, and the hub gave no config.json and model.safetensors"
    with pytest.raises(
        ConnectionError, match=f"^{re.escape(message)}.*go online, or give a folder"
    ):
        from_pretrained(name)


def test_a_name_in_the_cache_is_read_from_there(cache, build_model):
    model = build_model(embedding_norm=True, tied_decoder=True, init_std=0.02)
    store = cache / "models--owner--small-bert"
    save_pretrained(model, store / "snapshots" / COMMIT)
    (store / "refs").mkdir()
    (store / "refs" / "main").write_text(COMMIT)
    found = from_pretrained(NAME)
    assert found.config == model.config
    assert all(p.equal(q) for p, q in zip(found.parameters(), model.parameters(), strict=True))


def test_a_missing_package_is_named(cache, monkeypatch):
    imported = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "huggingface_hub":
            raise ImportError
        return imported(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="needs: pip install huggingface_hub"):
        find_folder(NAME)
