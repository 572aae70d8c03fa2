"""bert_lab.checkpoint.files: one file, and all files of a checkpoint, written atomically."""

from pathlib import Path

import pytest

from bert_lab.checkpoint import write_atomically
from bert_lab.checkpoint.files import write_together
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


# All files of a checkpoint


OLD = {"config.json": b"old", "model.safetensors": b"old weights", "notes.txt": b"a reader's"}
NEW = {"config.json": b"new", "model.safetensors": b"new weights", "tokenizer.json": b"words"}


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
