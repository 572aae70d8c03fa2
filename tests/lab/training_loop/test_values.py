"""bert_lab.training_loop.values: what an option takes, one line for whatever else it gets."""

import argparse
import os

import pytest

from bert_lab.training_loop.values import folder_name, integer, new_folder_name, portable, seed


def _refusal(read, text):
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_whole_numbers_in_a_range():
    assert [integer(3, 5)(text) for text in ("3", "5", " 4 ")] == [3, 5, 4]
    for text in ("2", "6", "-4", "9" * 30):
        assert _refusal(integer(3, 5), text).startswith("expected 3 to 5, got ")
    for text in ("", "four", "4.0", "nan"):
        assert _refusal(integer(3, 5), text).startswith("expected a whole number, got ")
    assert _refusal(seed, "4294967296").startswith("expected 0 to 4294967295, got ")


def test_names_of_folders(tmp_path):
    (tmp_path / "file").write_text("")
    assert folder_name(str(tmp_path)) == new_folder_name(str(tmp_path)) == tmp_path
    assert new_folder_name(str(tmp_path / "a" / "b")) == tmp_path / "a" / "b"
    for read, name in ((new_folder_name, "file/below"), (folder_name, "file")):
        assert f"got the file {tmp_path / 'file'}" in _refusal(read, str(tmp_path / name))
    assert "which is not there" in _refusal(folder_name, str(tmp_path / "none"))
    for read in (portable, new_folder_name, folder_name):
        assert _refusal(read, " ") == "expected a name, got an empty one"
    assert "expected a name in UTF-8" in _refusal(portable, os.fsdecode(b"m\xe4rz"))
