"""bert_lab.training.command: one line for a mistake, and nothing left of it."""

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from bert_lab.training.command import Command, new_folder


@pytest.fixture
def parser():
    parser = Command("bert_lab.example", "An example.")
    parser.add_argument("--number", type=int, default=3)
    return parser


def _says(capsys):
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_a_wrong_option_is_told_in_one_line(parser, capsys):
    with pytest.raises(SystemExit) as caught:
        parser.parse_args(["--number", "many"])
    assert caught.value.code == 2
    message = "argument --number: invalid int value: 'many'"
    assert _says(capsys) == f"python -m bert_lab.example: error: {message}\n"


@pytest.mark.parametrize("error", [ValueError, FileNotFoundError, ImportError, ConnectionError])
def test_a_mistake_found_later_too(error, parser, capsys):
    with pytest.raises(SystemExit) as caught, parser.mistakes():
        raise error("first line\nsecond")
    assert caught.value.code == 2
    assert _says(capsys) == "python -m bert_lab.example: error: first line; second\n"


def test_faults_of_the_program_keep_their_traceback(parser):
    with pytest.raises(TypeError), parser.mistakes():
        raise TypeError


@pytest.mark.parametrize("block", [Command.work, Command.mistakes])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_told_in_one_line(number, block, parser, capsys):
    with pytest.raises(SystemExit) as caught, block(parser):
        raise OSError(number, os.strerror(number), "step-2.safetensors")
    assert caught.value.code == 2
    said = _says(capsys)
    assert os.strerror(number) in said
    assert said.endswith("'step-2.safetensors'; make room, and the same command goes on\n")


def test_a_reader_who_stops_the_work_is_told_how_it_goes_on(parser, capsys):
    with pytest.raises(SystemExit) as caught, parser.work():
        raise KeyboardInterrupt
    assert caught.value.code == 130
    assert _says(capsys).endswith(": interrupted; the same command goes on\n")


def test_other_errors_at_work_keep_their_traceback(parser):
    with pytest.raises(FileNotFoundError), parser.work():
        raise FileNotFoundError(errno.ENOENT, "no such file")


def test_the_command_can_be_given_to_a_shell_again(parser):
    assert parser.line(["--out", "my model"]) == "python -m bert_lab.example --out 'my model'"
    assert parser.line([]) == "python -m bert_lab.example"


def test_a_new_folder_stays_unless_the_block_fails(tmp_path):
    with new_folder(tmp_path / "a" / "b"):
        pass
    assert (tmp_path / "a" / "b").is_dir()
    with suppress(KeyError), new_folder(tmp_path / "c" / "d"):
        (tmp_path / "c" / "d" / "file").write_text("")
        raise KeyError
    assert not (tmp_path / "c").exists()


def test_what_was_there_before_stays(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(ValueError, match="x"), new_folder(tmp_path / "a" / "b"):
        raise ValueError("x")
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]
    assert list((tmp_path / "a").iterdir()) == []


def test_a_folder_that_cannot_be_is_an_error_of_the_system(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"), new_folder(tmp_path / "file" / "b"):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="nowhere else is there a /proc to refuse us")
def test_a_folder_that_cannot_be_written_to(tmp_path):
    with pytest.raises(OSError, match="/proc"), new_folder(Path("/proc")):
        pass
