"""book.kept: files are written atomically, and made again if they can't be read."""

import json

import pytest

from book.kept import kept, write_whole


def test_what_was_kept_is_read_and_not_made_again(tmp_path):
    path = tmp_path / "new" / "kept.json"
    assert kept(path, lambda: b'{"a": 1}', json.loads) == {"a": 1}
    assert kept(path, lambda: pytest.fail("made again"), json.loads) == {"a": 1}


@pytest.mark.parametrize("left", [b"", b'{"a": [1, 2', b"\xff\xfe"])
def test_what_a_stopped_build_left_is_made_again(tmp_path, left):
    path = tmp_path / "kept.json"
    path.write_bytes(left)
    assert kept(path, lambda: b'{"a": 2}', json.loads) == {"a": 2}
    assert json.loads(path.read_bytes()) == {"a": 2}


def test_who_is_stopped_while_writing_leaves_what_was_there(tmp_path):
    path = tmp_path / "kept.json"
    write_whole(path, b"old")
    with pytest.raises(TypeError):
        write_whole(path, "no bytes")
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"kept.json": b"old"}
