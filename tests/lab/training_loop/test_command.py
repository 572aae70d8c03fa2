"""bert_lab.training_loop.command: mistakes give one line, and leave nothing behind."""

import errno
import os
import signal
import subprocess
import sys

import pytest

from bert_lab.training_loop.command import Command, call
from tests.helpers.paths import ROOT


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
    stderr = _says(capsys)
    assert os.strerror(number) in stderr
    assert stderr.endswith("'step-2.safetensors'; make room, and the same command goes on\n")


@pytest.mark.parametrize("block", [Command.work, Command.mistakes])
def test_a_full_disk_in_a_library_s_own_words(block, parser, capsys):
    """`tokenizers` raises an Exception that quotes the system, `datasets` its own from another."""
    for error in (Exception("No space left on device (os error 28)"), ValueError("at shard 0")):
        with pytest.raises(SystemExit) as caught, block(parser):
            raise error from OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        assert caught.value.code == 2
        assert _says(capsys).endswith("; make room, and the same command goes on\n")
    with pytest.raises(RuntimeError), block(parser):
        raise RuntimeError("another")


def test_a_training_that_leaves_the_numbers_is_told_in_one_line(parser, capsys):
    with pytest.raises(SystemExit) as caught, parser.work():
        raise FloatingPointError("step 3: a loss of nan")
    assert caught.value.code == 2
    assert _says(capsys) == "python -m bert_lab.example: error: step 3: a loss of nan\n"


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


COMMAND = """
import sys, time
from bert_lab.training_loop.command import call

def main():
    print("begun", flush=True)
    time.sleep(60)

call(main)
"""


@pytest.mark.needs("POSIX")
def test_a_command_that_is_stopped_says_so_in_a_line(tmp_path):
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow/__main__.py").write_text(COMMAND, "utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "slow"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "python -m slow: interrupted\n")
    assert process.returncode == 130


@pytest.mark.parametrize(("main", "code"), [(lambda: 3, 3), (lambda: None, None)])
def test_a_command_ends_as_its_main_says(main, code):
    with pytest.raises(SystemExit) as caught:
        call(main)
    assert caught.value.code == code


def test_every_module_that_can_be_run_ends_in_it():
    """Three are run by others, which ask for what they print: no reader stops them."""
    inner = {"bert_lab/checkpoint/quantised.py", "bert_lab/workshop/worker.py", "book/library.py"}
    found = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for folder in ("bert_core", "bert_lab", "book", "benchmarks", "tools")
        for path in (ROOT / folder).rglob("*.py")
    }
    able = {name: text for name, text in found.items() if '__name__ == "__main__"' in text}
    assert len(able) > 20
    other = {name for name, text in able.items() if not text.endswith("\n    call(main)\n")}
    assert other == inner


def test_a_name_that_is_no_text_can_be_stored(parser):
    """Bytes that are not UTF-8 come as lone surrogates, which no file of UTF-8 takes."""
    command = parser.line(["--corpus", os.fsdecode(b"Erz\xe4hlung.txt")])
    assert "Erz\\xe4hlung.txt" in command.encode().decode()
