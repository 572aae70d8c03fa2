"""The command: a file is judged in a process of its own, whatever it does there."""

import re

import pytest

from bert_lab.workshop import __main__ as command
from bert_lab.workshop import process
from bert_lab.workshop.mistakes import edited, solved
from bert_lab.workshop.process import Judged, judge_file
from bert_lab.workshop.report import full_report, report
from bert_lab.workshop.results import Verdict, Wrong
from bert_lab.workshop.stage import STAGES
from bert_lab.workshop.worker import load
from tests.helpers.workshop import sitting


def _file(folder, source):
    path = folder / "my_bert.py"
    path.write_text(source, "utf-8")
    return path


def _run(capsys, *argv):
    command.main([str(argument) for argument in argv])
    return capsys.readouterr().out


def test_from_the_skeleton_to_the_first_lamp(tmp_path, capsys):
    path = tmp_path / "my_bert.py"
    assert "nine stages, and no code" in _run(capsys, path, "--skeleton")
    blank = path.read_text("utf-8")
    first = solved()[: solved().index("# 2. ")]
    path.write_text(first + blank[blank.index("# 2. ") :], "utf-8")
    stdout = _run(capsys, path)
    assert "●○○○○○○○○   1 of 9" in stdout
    assert stdout.count("not written yet") == 8
    assert "Next is stage 2: what to write is told by --task 2" in stdout


def test_what_never_ends_and_what_ends_python_keep_no_verdict_back(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "SECONDS", 8)
    source = (
        "import os, __main__\n__main__.SECONDS = 8\n"
        "def attention(q, k, v, valid_lens=None):\n    while True: pass\n"
        "def mask_tokens(tokens, vocab_size, generator):\n    os._exit(1)\n"
        "def learning_rate(step, num_steps, peak):\n    open('here', 'w')\n    return 1\n"
    )
    judged = judge_file(_file(tmp_path, source))
    keys = {verdict.name: verdict.key for verdict in judged.verdicts if verdict.key}
    assert keys == {"attention": "endless", "mask_tokens": "died", "learning_rate": "different"}
    assert "after 8 seconds, in line 4, `while True: pass`" in judged.verdicts_of(2)[0].sentence
    assert not list(tmp_path.glob("here"))  # it went into the scratch folder


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"x = 1\ndef attention(q, k:\n    pass\n", "can't read the file. Line 2: .*`def atten"),
        (b"x = 1\ny = x + z\n", "stops while it is loaded, in line 2, `y = x"),
        ("x = 1 # \xe4\n".encode("latin-1"), "no text in UTF-8, from line 1 on"),
    ],
)
def test_a_file_that_cannot_be_loaded(tmp_path, raw, says):
    path = tmp_path / "my_bert.py"
    path.write_bytes(raw)
    with pytest.raises(Wrong) as caught:
        load(path)
    assert re.search(says, str(caught.value))


def test_reports_have_a_line_a_stage(tmp_path):
    verdicts = [Verdict(stage.number, name, "right") for stage in STAGES for name in stage.names]
    judged = Judged(tmp_path / "my_bert.py", verdicts)
    assert report([judged]).splitlines()[2].split("\t") == [str(judged.path), "3", "right"]
    assert "All nine" in full_report(judged)


def test_watch_judges_at_each_save(tmp_path, capsys, monkeypatch):
    path, judged = _file(tmp_path, "x = 1"), []

    def judge(file):
        judged.append(file)
        if len(judged) == 2:
            raise KeyboardInterrupt
        return Judged(file)

    def save(pause):
        path.write_text(f"x = {len(judged) + 1} ", "utf-8")

    monkeypatch.setattr(command, "judge_file", judge)
    monkeypatch.setattr(command.time, "sleep", save)
    assert "Ctrl-C ends it" in _run(capsys, path, "--watch")
    assert judged == [path, path]


def test_tasks_and_hints_in_another_language(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BERT_LAB_LANGUAGE", "")  # the command sets it
    path = _file(tmp_path, "x = 1")
    assert "1. One matrix product" in _run(capsys, path, "--hint", 2)
    assert "2. Padding has to be out" in _run(capsys, path, "--hint", 2)
    stdout = _run(capsys, path, "--task", 2, "--language", "zh-Hans")
    assert stdout.startswith("第 2 关：带有效长度的注意力（40 分钟）")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["none.py"], "there is no such file; --skeleton makes it"),
        (["my_bert.py", "--skeleton"], "exists already, and is not overwritten"),
        (["my_bert.py", "--task", "10"], "expected a stage from 1 to 9, got 10"),
    ],
)
def test_arguments_that_make_no_sense(tmp_path, capsys, monkeypatch, argv, says):
    monkeypatch.chdir(tmp_path)
    _file(tmp_path, "x = 1")
    with pytest.raises(SystemExit):
        _run(capsys, *argv)
    assert says in capsys.readouterr().err


def test_a_wrong_stage_reads_as_a_sentence(tmp_path):
    judged = sitting(edited("attention", ("scores.softmax(dim=-1)", "scores.softmax(dim=1)")))
    text = full_report(Judged(tmp_path / "my_bert.py", [judged.verdict("attention")]))
    assert "my_bert.py   ○○○○○○○○○   0 of 9" in text
    assert "The columns add up to one, the rows don't: row 0 of sequence 0 adds up to" in text
    assert "Sequence 0, query 0, key 0: expected" in text
