"""What holds for every command: a folder has one at work, and what is printed can be printed."""

import os
import subprocess
import sys

import pytest

from bert_lab.pretraining import __main__ as pretraining
from bert_lab.training_loop.folder import UNFINISHED, working_in
from tests.helpers.paths import ROOT

# Two at once


def test_the_second_in_a_folder_is_refused_and_touches_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "out"
    with working_in(folder):
        (folder / UNFINISHED / "record.jsonl").write_text("the first one's")
        before = _content(tmp_path)
        with pytest.raises(SystemExit) as caught:
            pretraining.main(["--out", "out"])
        assert _content(tmp_path).items() >= before.items()
    assert caught.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "out: another command is at work in it" in line


def _content(folder):
    return {path: path.is_file() and path.read_bytes() for path in folder.rglob("*")}


# What is printed

PRINTS = """
from bert_lab.training_loop.command import Command, call

def main():
    parser = Command("bert_lab.example")
    parser.parse_args([])
    with parser.work(str):
        print(*range(100_000))

call(main)
"""


def _printing(**streams):
    return subprocess.run(
        [sys.executable, "-c", PRINTS],
        cwd=ROOT,
        check=False,
        stderr=subprocess.PIPE,
        **streams,
    )


@pytest.mark.needs("POSIX")
def test_a_reader_who_stops_reading_ends_it_quietly():
    read, write = os.pipe()
    os.close(read)
    done = _printing(stdout=write)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")
