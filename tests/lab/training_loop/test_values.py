"""bert_lab.training_loop.values: what an option takes, one line for whatever else it gets."""

import argparse
import os

import pytest

from bert_lab.training_loop.values import (
    folder_name,
    integer,
    new_folder_name,
    nonempty,
    portable,
    seed,
)


def _refusal(read, text):
    with pytest.raises(argparse.ArgumentTypeError) as caught:
        read(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_whole_numbers_in_a_range():
    assert [integer(3, 5)(text) for text in ("3", "5", " 4 ")] == [3, 5, 4]
    for text in ("2", "6", "-4", "9" * 30):
        assert _refusal(integer(3, 5), text).startswith("expected 3 to 5, got ")
    for text in ("", "four", "4.0", "nan", "9" * 5_000):  # Python reads no number of so many
        assert _refusal(integer(3, 5), text).startswith("expected a whole number, got ")
    for num in (4_000, 5_000):
        assert len(_refusal(integer(), "9" * num)) < 100


def test_each_seed_is_another():
    assert (seed("0"), seed("4294967295")) == (0, 2**32 - 1)
    assert _refusal(seed, "4294967296").startswith("expected 0 to 4294967295, got ")


@pytest.mark.parametrize("read", [nonempty, portable, new_folder_name, folder_name])
@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_no_name_is_not_the_present_folder(read, text):
    assert _refusal(read, text) == "expected a name, got an empty one"


@pytest.mark.parametrize("read", [portable, new_folder_name])
def test_a_name_of_other_bytes_is_refused_where_libraries_open_it(read):
    name = os.fsdecode(b"m\xe4rz")
    assert "expected a name in UTF-8, got b'm\\xe4rz'" in _refusal(read, name)
    assert nonempty(name) == name


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")
    assert folder_name(str(tmp_path)) == new_folder_name(str(tmp_path)) == tmp_path
    assert new_folder_name(str(tmp_path / "a" / "b")) == tmp_path / "a" / "b"
    for name in ("file", "file/below", "file/below/it"):
        assert f"got the file {tmp_path / 'file'}" in _refusal(
            new_folder_name, str(tmp_path / name)
        )
    assert f"got the file {tmp_path / 'file'}" in _refusal(folder_name, str(tmp_path / "file"))
    assert "which is not there" in _refusal(folder_name, str(tmp_path / "none"))
