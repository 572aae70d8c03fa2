"""bert_lab.training_loop.command: one line for a mistake, and nothing left of it."""

import errno
import os

import pytest

from bert_lab.training_loop.command import Command


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
