"""The base of an adapter: found after both were moved, refused where it is missing or another."""

import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from bert_lab.ask.__main__ import main as ask
from bert_lab.checkpoint import (
    add_adapter,
    load_bert,
    save_pretrained,
)
from bert_lab.checkpoint.adapter import write_adapter
from bert_lab.checkpoint.base import base_of, describe_base

SWITCHES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.3, "activation": "gelu"}
PIECES = ["[PAD]", *"abcdef", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"ghijklmnopqr"]
NAME = "owner/small-bert"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def write_base(folder, model):
    save_pretrained(model, folder)
    (folder / "vocab.txt").write_text("\n".join(PIECES), "utf-8")
    return folder


def adapter_of(folder, base):
    model, _ = load_bert(base)
    add_adapter(model, 2, torch.Generator().manual_seed(1))
    write_adapter(folder, model, describe_base(base, folder))
    return folder


@pytest.fixture
def both(tmp_path, build_model):
    """A base and its adapter side by side, named by relative paths."""
    home = tmp_path / "home"
    base = write_base(home / "base", build_model(**SWITCHES))
    return base, adapter_of(home / "adapter", base)


@pytest.fixture
def no_hub(monkeypatch):
    """Fails the test if the public hub is queried."""

    def snapshot_download(name, **_):
        raise AssertionError(f"the public hub was asked for {name}")

    monkeypatch.setattr("huggingface_hub.snapshot_download", snapshot_download)


def refused(adapter, capsys):
    """The error line of `ask` for an adapter, which must name it."""
    with pytest.raises(SystemExit) as stop:
        ask([str(adapter), "a [MASK] c"])
    assert stop.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(adapter) in line
    return line


def test_a_base_is_found_from_anywhere_and_moves_with_its_adapter(
    both, tmp_path, monkeypatch, no_hub
):
    base, adapter = both
    monkeypatch.chdir(base.parent)
    adapter_of(adapter, "base")  # as one types it
    expected = load_bert("adapter")[0].mlm.decoder.bias
    monkeypatch.chdir(tmp_path)
    assert load_bert("home/adapter")[0].mlm.decoder.bias.equal(expected)
    shutil.move(tmp_path / "home", tmp_path / "elsewhere")
    assert load_bert("elsewhere/adapter")[0].mlm.decoder.bias.equal(expected)
    assert base_of(tmp_path / "elsewhere" / "adapter") == tmp_path / "elsewhere" / "base"


def test_a_base_that_is_gone_or_was_trained_anew_is_one_line_and_no_question_to_the_hub(
    both, no_hub, capsys
):
    base, adapter = both
    base.rename(base.with_name("old"))
    assert f"{base}: expected a checkpoint" in refused(adapter, capsys)
    base.with_name("old").rename(base)
    path = base / "model.safetensors"
    tensors = load_file(path)
    save_file(tensors, path, {"format": "pt", "said": "more"})  # which is no change
    load_bert(adapter)
    for name in list(tensors)[::9]:
        save_file(tensors | {name: tensors[name] + 0.5}, path)
        assert "other weights now" in refused(adapter, capsys)


def test_a_base_of_the_hub_is_known_by_name_and_digest(tmp_path, build_model, monkeypatch, capsys):
    """In the hub's cache, even where a folder of the same name is nearer."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    store = tmp_path / "cache" / "models--owner--small-bert"
    hub = write_base(store / "snapshots" / COMMIT, build_model(**SWITCHES))
    (store / "refs").mkdir()
    (store / "refs" / "main").write_text(COMMIT)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    adapter = adapter_of(tmp_path / "adapter", NAME)
    expected = load_bert(adapter)[0].mlm.decoder.bias
    write_base(tmp_path / "here" / NAME, build_model(**SWITCHES))
    assert load_bert(adapter)[0].mlm.decoder.bias.equal(expected)
    path = hub / "model.safetensors"
    save_file({name: tensor + 1 for name, tensor in load_file(path).items()}, path)
    assert f"an adapter of {NAME}: it has other weights" in refused(adapter, capsys)
