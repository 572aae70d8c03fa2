"""bert_lab.training_loop.command: mistakes give one line, and leave nothing behind."""

import errno
import os
import signal

import pytest

from bert_lab.training_loop.command import Command, call
from bert_lab.training_loop.values import new_folder_name, portable


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


def test_a_tilde_is_the_home_folder_wherever_it_stands(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert new_folder_name("~/run") == tmp_path / "run"
    assert portable("~/text") == str(tmp_path / "text")


@pytest.mark.parametrize("block", [lambda one: one.work(str), Command.mistakes])
def test_a_full_disk_is_told_in_one_line(block, parser, capsys):
    with pytest.raises(SystemExit) as caught, block(parser):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "state.safetensors")
    assert caught.value.code == 2
    stderr = _says(capsys)
    assert os.strerror(errno.ENOSPC) in stderr
    assert stderr.endswith("'state.safetensors'; make room, and the same command goes on\n")


def test_a_training_that_leaves_the_numbers_is_told_in_one_line(parser, capsys):
    with pytest.raises(SystemExit) as caught, parser.work(str):
        raise FloatingPointError("step 3: a loss of nan")
    assert caught.value.code == 2
    assert _says(capsys) == "python -m bert_lab.example: error: step 3: a loss of nan\n"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_reader_or_a_system_that_stops_the_work_is_told_that_it_goes_on(name, parser, capsys):
    with pytest.raises(SystemExit) as caught, parser.work(lambda: "after step 3"):
        signal.raise_signal(getattr(signal, name))
    assert caught.value.code == 130
    assert _says(capsys).endswith(": interrupted; the same command goes on after step 3\n")


@pytest.mark.parametrize(("main", "code"), [(lambda: 3, 3), (lambda: None, None)])
def test_a_command_ends_as_its_main_says(main, code):
    with pytest.raises(SystemExit) as caught:
        call(main)
    assert caught.value.code == code
