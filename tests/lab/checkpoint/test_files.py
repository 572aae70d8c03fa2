"""bert_lab.checkpoint.files: one file, and all files of a checkpoint, written atomically."""

from pathlib import Path

import pytest

from bert_lab.checkpoint import (
    load_bert,
    native,
    reference,
    save_checkpoint,
    save_pretrained,
    write_atomically,
)
from bert_lab.checkpoint.files import write_together
from bert_lab.text.tokenization import train_word_level
from tests.helpers.power_cut import power_cut


def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "record.jsonl"
    write_atomically(path, b"old")

    def half(self, content):
        with self.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(OSError, match="no space left"):
        write_atomically(path, b"new and longer")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_that_succeeds_leaves_nothing_else(tmp_path):
    path = tmp_path / "record.jsonl"
    for content in (b"old and longer", b"new"):
        write_atomically(path, content)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


# All files of a checkpoint


OLD = {"config.json": b"old", "model.safetensors": b"old weights", "notes.txt": b"a reader's"}
NEW = {"config.json": b"new", "model.safetensors": b"new weights", "tokenizer.json": b"words"}


def test_files_take_the_places_of_older_ones_and_others_stay(tmp_path):
    for files in (OLD, NEW):
        write_together(tmp_path / "new" / "folder", files)
    found = {path.name: path.read_bytes() for path in (tmp_path / "new" / "folder").iterdir()}
    assert found == OLD | NEW


@pytest.mark.parametrize("cut_at", range(8))
def test_cut_short_at_any_moment_no_mixture_is_there(cut_at, tmp_path, monkeypatch):
    """Either whole set, or no `config.json`; afterwards the same call makes it whole."""
    write_together(tmp_path, OLD)
    operations = [(Path, name) for name in ("write_bytes", "unlink", "replace")]
    with power_cut(monkeypatch, cut_at, *operations):
        write_together(tmp_path, NEW)
    found = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    wholes = {"old": OLD, "new": OLD | NEW}
    # three are written, one removed, three moved, the configuration last
    assert (found.get("config.json") == b"new") == (cut_at == 7)
    if "config.json" in found:
        assert found == wholes[found["config.json"].decode()]
    assert found["notes.txt"] == b"a reader's"
    write_together(tmp_path, NEW)
    assert (tmp_path / "config.json").read_bytes() == b"new"


@pytest.mark.parametrize("form", ["own", "reference"])
def test_a_reader_never_has_new_weights_with_an_old_config(
    form, tmp_path, build_model, monkeypatch
):
    """Written anew by another process when the configuration has been read; the sizes fit."""
    tokenizer = train_word_level([[" ".join(map(chr, range(97, 115)))]])
    switches = {"embedding_norm": True, "tied_decoder": True, "activation": "gelu"}
    models = [build_model(seed, **switches, init_std=0.3, norm_eps=10.0**-seed) for seed in (5, 6)]

    def write(model):
        if form == "own":
            save_checkpoint(tmp_path, model, tokenizer)
        else:
            save_pretrained(model, tmp_path)
            tokenizer.save(str(tmp_path / "tokenizer.json"))

    module, name = (native, "open_weights") if form == "own" else (reference, "open_folder")

    opened = getattr(module, name)

    def late(path):
        write(models[1])
        return opened(path)

    write(models[0])
    with monkeypatch.context() as patch:
        patch.setattr(module, name, late)
        with pytest.raises(ValueError, match="written anew while it was read; read it again"):
            load_bert(tmp_path)
    assert load_bert(tmp_path)[0].config == models[1].config
