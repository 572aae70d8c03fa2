"""The base of an adapter: found after both were moved, refused where it is missing or another."""

import json
import shutil

import pytest
import torch
from safetensors.torch import load_file, save_file

from bert_lab.ask.__main__ import main as ask
from bert_lab.checkpoint import (
    GAP_FILLER,
    add_adapter,
    load_bert,
    missing_heads,
    save_adapter,
    save_checkpoint,
    save_pretrained,
)
from bert_lab.checkpoint.base import base_of, describe_base
from bert_lab.checkpoint.released import RELEASED
from bert_lab.text.wordpiece import reorder_wordpiece

SWITCHES = {"embedding_norm": True, "tied_decoder": True, "init_std": 0.3, "activation": "gelu"}
PIECES = ["[PAD]", *"abcdef", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"ghijklmnopqr"]
NAME = "owner/small-bert"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


def write_base(folder, model):
    save_pretrained(model, folder)
    (folder / "vocab.txt").write_text("\n".join(PIECES), "utf-8")
    return folder


def write_adapter(folder, base):
    model, _ = load_bert(base)
    add_adapter(model, 2, torch.Generator().manual_seed(1))
    save_adapter(folder, model, base)
    return folder


@pytest.fixture
def both(tmp_path, build_model):
    """A base and its adapter side by side, named by relative paths."""
    home = tmp_path / "home"
    base = write_base(home / "base", build_model(**SWITCHES))
    return base, write_adapter(home / "adapter", base)


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
    write_adapter(adapter, "base")  # as one types it
    expected = load_bert("adapter")[0].mlm.decoder.bias
    monkeypatch.chdir(tmp_path)
    assert load_bert("home/adapter")[0].mlm.decoder.bias.equal(expected)
    assert missing_heads("home/adapter") == ()
    shutil.move(tmp_path / "home", tmp_path / "elsewhere")
    assert load_bert("elsewhere/adapter")[0].mlm.decoder.bias.equal(expected)
    assert base_of(tmp_path / "elsewhere" / "adapter") == tmp_path / "elsewhere" / "base"


def test_a_base_within_its_adapter_moves_with_it(both, tmp_path, no_hub):
    base, _ = both
    inner = tmp_path / "one"
    shutil.copytree(base, inner / "base")
    write_adapter(inner, inner / "base")
    shutil.move(inner, tmp_path / "other")
    load_bert(tmp_path / "other")


def test_a_link_to_an_adapter_is_followed(both, tmp_path, no_hub):
    (tmp_path / "link").symlink_to(both[1])
    load_bert(tmp_path / "link")


def test_a_base_that_is_gone_is_one_line_and_no_question_to_the_hub(
    both, no_hub, capsys, monkeypatch
):
    base, adapter = both
    base.rename(base.with_name("old"))
    monkeypatch.chdir(base.parent)
    assert str(base) in refused(adapter, capsys)
    base.mkdir()
    assert "config.json" in refused(adapter, capsys)


@pytest.mark.parametrize("form", ["reference", "own"])
def test_a_base_that_was_trained_anew_is_one_line(form, both, build_model, capsys):
    """In place, whichever of its tensors has moved; a header that says more is no change."""
    base, adapter = both
    if form == "own":
        model, tokenizer = load_bert(base)
        order = [0, 7, 8, 9, 10, *range(1, 7), *range(11, 23)]
        (base / "vocab.txt").unlink()
        save_checkpoint(base, model, reorder_wordpiece(tokenizer, order), torch.float16)
        write_adapter(adapter, base)
    path = base / "model.safetensors"
    tensors = load_file(path)
    save_file(tensors, path, {"format": "pt", "said": "more"})
    load_bert(adapter)
    for name in tensors:
        save_file(tensors | {name: tensors[name] + 0.5}, path)
        line = refused(adapter, capsys)
        assert str(base) in line
        assert json.loads((adapter / "config.json").read_text())["digest"] in line
    assert "digest" in line


def test_another_model_of_the_base_s_name_is_never_taken_for_it(
    both, tmp_path, build_model, monkeypatch, capsys, no_hub
):
    base, adapter = both
    other = write_base(tmp_path / "here" / "base", build_model(**SWITCHES, vocab_size=23))
    shutil.move(base, tmp_path / "away")
    monkeypatch.chdir(other.parent)
    assert str(base) in refused(adapter, capsys)
    shutil.move(base.parent, tmp_path / "here" / "home")
    assert str(tmp_path / "here" / "home" / "base") in refused("home/adapter", capsys)


def test_an_adapter_of_an_adapter_and_of_itself_are_one_line(both, tmp_path, capsys):
    _, adapter = both
    with pytest.raises(ValueError, match="expected a whole model"):
        save_adapter(tmp_path / "second", load_bert(adapter, merged=False)[0], adapter)
    config = json.loads((adapter / "config.json").read_text())
    second = shutil.copytree(adapter, adapter.with_name("second"))
    for place in (".", "../second", str(adapter)):
        for folder in (adapter, second):
            (folder / "config.json").write_text(json.dumps(config | {"base": place}))
        assert "is an adapter itself" in refused(adapter, capsys)
        with pytest.raises(ValueError, match="is an adapter itself"):
            missing_heads(adapter)


@pytest.mark.parametrize("base", ["base", "owner/small-bert", "./base"])
def test_an_adapter_without_a_digest_is_never_looked_up(base, both, no_hub, capsys, monkeypatch):
    """As they were stored before: `base` is what somebody typed, somewhere."""
    _, adapter = both
    monkeypatch.chdir(adapter.parent)
    (adapter / "config.json").write_text(json.dumps({"base": base, "rank": 2}))
    assert "has no digest" in refused(adapter, capsys)


def test_the_adapter_of_this_package_keeps_its_name_and_is_proved_by_the_released_digests(tmp_path):
    assert base_of(GAP_FILLER) == RELEASED
    assert describe_base(GAP_FILLER, tmp_path)["base"] == RELEASED


@pytest.fixture
def hub(tmp_path, build_model, monkeypatch):
    """A base in the hub's cache, and nothing else there; the working directory is empty."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "cache"))
    store = tmp_path / "cache" / "models--owner--small-bert"
    folder = write_base(store / "snapshots" / COMMIT, build_model(**SWITCHES))
    (store / "refs").mkdir()
    (store / "refs" / "main").write_text(COMMIT)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return folder


def test_a_base_of_the_hub_is_known_by_name_and_digest(hub, tmp_path, build_model, capsys):
    adapter = write_adapter(tmp_path / "adapter", NAME)
    assert base_of(adapter) == NAME
    expected = load_bert(adapter)[0].mlm.decoder.bias
    write_base(tmp_path / "here" / NAME, build_model(**SWITCHES))  # of the same name, and nearer
    assert load_bert(adapter)[0].mlm.decoder.bias.equal(expected)
    assert describe_base(adapter, tmp_path)["base"] == NAME
    path = hub / "model.safetensors"
    save_file({name: tensor + 1 for name, tensor in load_file(path).items()}, path)
    line = refused(adapter, capsys)
    assert f"an adapter of {NAME}" in line
    assert "digest" in line
    shutil.rmtree(tmp_path / "cache")
    assert f"an adapter of {NAME}: {NAME} is no folder here, and the hub" in refused(
        adapter, capsys
    )
