"""What holds for every command: a folder has one at work, and what is printed can be printed."""

import os
import subprocess
import sys
from contextlib import ExitStack

import pytest

from bert_lab.finetuning import __main__ as finetuning
from bert_lab.history import __main__ as history
from bert_lab.pretraining import __main__ as pretraining
from bert_lab.training_loop.folder import UNFINISHED, locked
from tests.helpers.paths import ROOT

# Two at once


FILLING = {
    "pretraining": (pretraining, "--out out", "out"),
    "finetuning": (finetuning, "--task sick --data . --model no --out out", "out/sick-relatedness"),
    "history": (history, "--system cove --out out", "out/glove"),
}


@pytest.mark.parametrize("name", FILLING)
def test_the_second_in_a_folder_is_refused_and_touches_nothing(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command, words, place = FILLING[name]
    folder = tmp_path / (place)
    with locked(folder):
        (folder / UNFINISHED).mkdir()
        (folder / UNFINISHED / "record.jsonl").write_text("the first one's")
        before = _content(tmp_path)
        with pytest.raises(SystemExit) as caught:
            command.main(words.split())
        assert _content(tmp_path) == before
    assert caught.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "another command is at work in it" in line
    assert folder.name in line


def _content(folder):
    return {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")}


def test_the_lock_goes_with_the_work_and_with_a_process_that_is_killed(tmp_path):
    with locked(tmp_path / "a" / "b"), ExitStack() as second:
        with pytest.raises(ValueError, match="b: another command is at work"):
            second.enter_context(locked(tmp_path / "a" / "b"))
        second.enter_context(locked(tmp_path / "a" / "c"))
    assert list(tmp_path.iterdir()) == []
    code = (
        "import sys, time; from pathlib import Path\n"
        "from bert_lab.training_loop.folder import locked\n"
        "with locked(Path(sys.argv[1])): print(1, flush=True); time.sleep(600)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout.read(1) == b"1"
        with pytest.raises(ValueError, match="another command"), locked(tmp_path):
            pass
        process.kill()
    assert len(list(tmp_path.iterdir())) == 1  # its file stays, and holds nothing
    with locked(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


# What is printed

PRINTS = """
from bert_lab.training_loop.command import Command, call

def main():
    parser = Command("bert_lab.example")
    parser.parse_args([])
    with parser.work():
        print("\\u30ac\\udce4", *range(100_000), sep="\\n")

call(main)
"""


def _printing(**streams):
    return subprocess.run(
        [sys.executable, "-c", PRINTS.replace("\\\\", "\\")],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        cwd=ROOT,
        check=False,
        stderr=subprocess.PIPE,
        **streams,
    )


def test_a_console_of_few_letters_gets_the_rest_spelled_out():
    done = _printing(stdout=subprocess.PIPE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[:2] == [rb"\u30ac\udce4", b"0"]


@pytest.mark.needs("POSIX")
def test_a_reader_who_stops_reading_ends_it_quietly():
    read, write = os.pipe()
    os.close(read)
    done = _printing(stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.needs("Linux")  # which has a device that is always full
def test_a_full_disk_behind_the_output_is_one_line():
    with open("/dev/full", "wb") as full:
        done = _printing(stdout=full)
    assert done.returncode == 2
    assert b"error: [Errno 28]" in done.stderr
    assert done.stderr.count(b"\n") == 1
