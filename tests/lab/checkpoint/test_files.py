"""bert_lab.checkpoint.files: a file is written whole or not at all."""

from pathlib import Path

import pytest

from bert_lab.checkpoint import write_atomically


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
