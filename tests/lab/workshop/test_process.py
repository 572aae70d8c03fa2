"""Whatever a file does, its verdict is given, and nothing of it is left."""

import os
import subprocess
import sys
import textwrap
import time

import pytest

from bert_lab.workshop import __main__ as command
from bert_lab.workshop import progress
from bert_lab.workshop.process import judge_file
from bert_lab.workshop.progress import lamps
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.sandbox import Heard
from bert_lab.workshop.worker import load

RATE = """
def learning_rate(step, num_steps, peak):
    warmup = num_steps // 10
    if step < warmup:
        return peak * (step + 1) / warmup
    return peak * (num_steps - step) / (num_steps - warmup)
"""


def _file(folder, source, name="my_bert.py"):
    path = folder / name
    path.write_text(textwrap.dedent(source), "utf-8")
    return path


def test_threads_children_and_prints_that_never_end_keep_no_verdict_back(tmp_path):
    source = f"""
    import atexit, os, subprocess, sys, threading, time
    threading.Thread(target=lambda: time.sleep(600)).start()
    atexit.register(time.sleep, 600)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    open({str(tmp_path / "pid")!r}, "w").write(str(child.pid))
    if os.fork() == 0:
        time.sleep(600)
    print("x" * 1_000_000)
    {textwrap.indent(RATE, "    ").lstrip()}
    def attention(q, k, v, valid_lens=None):
        return input("?")
    """
    begun = time.monotonic()
    judged = judge_file(_file(tmp_path, source))
    assert time.monotonic() - begun < 300
    assert [verdict.state for verdict in judged.verdicts_of(9)] == ["right", "blank", "blank"]
    (verdict,) = judged.verdicts_of(2)
    assert "EOFError" in verdict.sentence
    assert _is_gone(int((tmp_path / "pid").read_text()))  # the child of the child, too


def _is_gone(pid):
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_an_end_is_no_last_word(tmp_path, end):
    judged = judge_file(_file(tmp_path, f"import os\n{end}\n"))
    assert "Python itself ended" in judged.problem
    assert lamps(judged.lamps) == "○" * 9


def test_who_ends_python_without_a_fault_is_not_right(tmp_path):
    source = f"import os\n{RATE}\ndef attention(*args):\n    os._exit(0)\n"
    judged = judge_file(_file(tmp_path, source))
    assert [verdict.key for verdict in judged.verdicts_of(2)] == ["died"]
    assert judged.verdicts_of(9)[0].state == "right"


def test_neighbours_are_not_taken_for_libraries(tmp_path):
    for name in ("torch", "random", "tokenize", "types", "queue", "pathlib", "json", "colorsys"):
        _file(tmp_path, "raise RuntimeError('a neighbour')", f"{name}.py")
    _file(
        tmp_path, "from beside import learning_rate\nimport colorsys, random, torch\n", "my_bert.py"
    )
    _file(tmp_path, RATE, "beside.py")
    done = subprocess.run(
        [sys.executable, "-m", "bert_lab.workshop", "my_bert.py", "--report"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "neighbour" not in done.stdout
    assert "learning_rate" not in done.stdout  # it is right
    assert len(done.stdout.splitlines()) == 9


@pytest.mark.parametrize(
    ("raw", "key", "line"),
    [
        ("x = 1\ny = 'ä'\n".encode("utf-16"), "not-utf8", 1),
        ("x = 1\n".encode("utf-16-le"), "not-utf8", 1),
        ("x = 1\ny = 'ä'\n".encode("latin-1"), "not-utf8", 2),
        (b"x = 1\n\n\nz = '\xff'\n", "not-utf8", 4),
        (b"x = 1\ny = '\0'\n", "not-utf8", 2),
        (b"# coding: klingon\nx = 1\n", "not-utf8", 1),
        (b"if True:\n\tx = 1\n        y = 2\n", "syntax", 3),
        (b"x = (\n", "syntax", 1),
    ],
)
def test_what_is_no_python_says_its_line(tmp_path, raw, key, line):
    path = tmp_path / "my_bert.py"
    path.write_bytes(raw)
    with pytest.raises(Wrong) as caught:
        load(path)
    assert (caught.value.key, caught.value.fields["line"]) == (key, line)
    assert "None" not in str(caught.value)


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbfx = 1\n",
        b"x = 1\r\ny = 2\r\n",
        b"x = 1\ry = 2\r",
        b"if True:\n\tx = 1\n",
        b"# coding: latin-1\nx = 1 # \xe4\n",
        "x = 1  # 鶴".encode(),
    ],
)
def test_what_is_python_is_read(tmp_path, raw):
    path = tmp_path / "my_bert.py"
    path.write_bytes(raw)
    assert load(path).x == 1


def test_two_saves_in_one_second_are_two_files(tmp_path):
    assert load(_file(tmp_path, "x = 1")).x == 1
    assert load(_file(tmp_path, "x = 2")).x == 2
    assert not list(tmp_path.glob("__pycache__/my_bert*"))


def test_what_is_printed_is_kept_in_part():
    heard = Heard()
    for _ in range(1000):
        print("x" * 1000, file=heard)
    assert len(heard.kept) == 1000


@pytest.mark.parametrize("argv", [["--hint", "2"], []])
def test_progress_that_cannot_be_kept_hides_no_verdict(tmp_path, capsys, monkeypatch, argv):
    path = _file(tmp_path, "x = 1")

    def full(path, content):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(progress, "write_atomically", full)
    monkeypatch.setattr(command, "judge_file", lambda path: command.report.Judged(path))
    command.main([str(path), *argv])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1. One matrix product" if argv else "my_bert.py")
    assert lines[-1].endswith("beside your file: Permission denied.")
