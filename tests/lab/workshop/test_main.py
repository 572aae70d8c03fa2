"""The command: a file is judged in a process of its own, whatever it does there.

Half a minute of a processor: as a reader's, each file here gets a process, which imports PyTorch.
"""

import contextlib
import json

import pytest

from bert_lab.workshop import __main__ as command
from bert_lab.workshop import process
from bert_lab.workshop.process import Judged, judge_file
from bert_lab.workshop.progress import Progress, lamps
from bert_lab.workshop.report import as_json, full_report, report, task
from bert_lab.workshop.results import Verdict, Wrong
from bert_lab.workshop.stage import STAGES
from bert_lab.workshop.worker import load
from tests.helpers.workshop import SOLVED


def _file(folder, source, name="my_bert.py"):
    path = folder / name
    path.write_text(source, encoding="utf-8")
    return path


def _run(capsys, *argv):
    command.main([str(argument) for argument in argv])
    return capsys.readouterr().out


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    return judge_file(_file(tmp_path_factory.mktemp("solved"), SOLVED))


def test_from_the_skeleton_to_the_first_lamp(tmp_path, capsys):
    path = tmp_path / "my_bert.py"
    assert "nine stages, and no code" in _run(capsys, path, "--skeleton")
    blank = path.read_text("utf-8")
    stdout = _run(capsys, path)
    assert "in my_bert.progress.json, beside your file" in stdout.splitlines()[-1]
    assert "○○○○○○○○○   0 of 9" in stdout
    assert stdout.count("not written yet") == 9
    assert "--task 1" in stdout
    first = SOLVED[: SOLVED.index("# 2. ")]
    path.write_text(first + blank[blank.index("# 2. ") :], encoding="utf-8")
    stdout = _run(capsys, path)
    assert "●○○○○○○○○   1 of 9" in stdout
    assert "progress.json" not in stdout
    assert Progress(path).lamps == [True] + [False] * 8


def test_the_terminal_speaks_another_language(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BERT_LAB_LANGUAGE", "")  # the command sets it
    stdout = _run(capsys, tmp_path / "my_bert.py", "--task", 2, "--language", "zh-Hans")
    assert stdout.startswith("第 2 关：带有效长度的注意力（40 分钟）")
    stdout = _run(capsys, _file(tmp_path, "x = 1"), "--language", "ja")
    assert "まだ書いていない" in stdout  # by the process that judges
    assert "ステージ1" in stdout


def test_all_nine(solved):
    assert solved.problem == ""
    assert [verdict.name for verdict in solved.verdicts if verdict.state != "right"] == []
    assert lamps(solved.lamps) == "●" * 9


def test_a_report_has_a_line_a_stage(solved):
    lines = report([solved, solved]).splitlines()
    assert len(lines) == 18
    assert lines[2].split("\t") == [str(solved.path), "3", "right"]
    record = json.loads(as_json([solved]))[0]
    assert record["lamps"] == [True] * 9
    assert record["stages"][1]["verdicts"][0]["name"] == "attention"


def test_a_file_that_is_missing_does_not_stop_the_report_of_the_others(tmp_path, capsys):
    stdout = _run(capsys, tmp_path / "none.py", _file(tmp_path, "x = 1"), tmp_path, "--report")
    lines = [line.split("\t") for line in stdout.splitlines()]
    assert len(lines) == 27
    assert lines[8][1:] == ["9", "not written yet", "there is no such file; --skeleton makes it"]
    assert lines[9][1:] == ["1", "not written yet"]
    assert "this is a folder" in lines[18][3]


@pytest.mark.parametrize(
    ("lit", "number", "open_before"),
    [((), 1, ""), ((2,), 3, "1"), ((1, 2), 3, ""), ((2, 3, 9), 1, ""), ((1, 2, 4, 5), 6, "3")],
)
def test_what_is_next_comes_after_what_is_right(tmp_path, lit, number, open_before):
    verdicts = [
        Verdict(stage.number, name, "right" if stage.number in lit else "blank")
        for stage in STAGES
        for name in stage.names
    ]
    rest = full_report(Judged(tmp_path / "my_bert.py", verdicts)).partition(
        f"Next is stage {number}:"
    )[2]
    assert rest.partition("\nStill open before it: ")[2].removesuffix(".") == open_before


def test_a_file_that_python_cannot_read(tmp_path, capsys):
    stdout = _run(capsys, _file(tmp_path, "x = 1\ndef attention(q, k:\n    pass\n"))
    assert "Python can't read the file. Line 2: " in stdout
    assert "`def attention(q, k:`" in stdout


def test_a_file_that_stops_while_it_is_loaded(tmp_path):
    path = _file(tmp_path, "import torch\nprint(torch.ones(2) @ torch.ones(3))\n")
    assert (
        "in line 2, `print(torch.ones(2) @ torch.ones(3))`: RuntimeError"
        in judge_file(path).problem
    )
    path = _file(tmp_path, "import sys\nsys.exit('bye')\n")
    assert "SystemExit: bye" in judge_file(path).problem


def test_a_file_may_have_the_name_of_a_library(tmp_path):
    assert load(_file(tmp_path, "x = 1", "random.py")).x == 1
    with pytest.raises(Wrong, match="should end in"):
        load(_file(tmp_path, "x = 1", "my_bert.txt"))


def test_a_file_may_import_what_stands_beside_it(tmp_path, capsys):
    _file(tmp_path, "from itertools import pairwise\n", "beside.py")
    judged = judge_file(_file(tmp_path, "from beside import pairwise\n"))
    assert (judged.problem, judged.lamps) == ("", [False] * 9)


def test_what_is_told_of_a_file(tmp_path):
    wrong = Verdict(2, "attention", "wrong", ["it runs"], "x", "All is lost. " * 9, "row 1: 2, 3")
    noted = Verdict(
        7, "MaskedWordHead", "right", ["all"], notes=["It prints."], lent=["The judge lent."]
    )
    judged = Judged(tmp_path / "my_bert.py", [Verdict(1, "Embeddings", "right"), wrong, noted])
    lines = full_report(judged).splitlines()
    assert lines[0] == "my_bert.py   ●○○○○○●○○   2 of 9"
    assert lines[3] == "2. Attention with valid lengths: not yet"
    assert lines[4] == "   Right so far: it runs."
    assert max(map(len, lines)) <= 100
    assert "   MaskedWordHead: It prints." in lines
    assert "The judge lent" not in "\n".join(lines)  # of what is right no more is told
    assert lines[-2].startswith("Next is stage 8:")
    assert lines[-1] == "Still open before it: 2, 3, 4, 5, 6."
    assert "\n\n\n" not in full_report(judged)


def test_code_that_ends_python_is_one_wrong_stage(tmp_path):
    source = "import os\ndef attention(*args):\n    os._exit(3)\n"
    heads = SOLVED[SOLVED.index("# 3. ") : SOLVED.index("# 4. ")]
    judged = judge_file(_file(tmp_path, f"{source}from torch import nn\n{heads}"))
    assert lamps(judged.lamps) == "○○●○○○○○○"  # stage 3 was lent what it needs
    (verdict,) = judged.verdicts_of(2)
    assert (verdict.key, verdict.state) == ("died", "wrong")


def test_code_that_hangs_in_a_library_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "PATIENCE", 10.0)
    source = "import time\ndef learning_rate(step, num_steps, peak):\n    time.sleep(1000)\n"
    judged = judge_file(_file(tmp_path, source))
    assert [verdict.key for verdict in judged.verdicts_of(9)] == ["hung", "", ""]


def test_hints_open_one_by_one(tmp_path, capsys):
    path = _file(tmp_path, "")
    seen = [_run(capsys, path, "--hint", 2) for _ in range(4)]
    assert [text.count("\n\n") for text in seen] == [0, 1, 3, 3]
    assert seen[0].startswith("1. One matrix product")
    assert seen[0].endswith("beside your file.\n")
    assert seen[3].endswith("The solution is on the workshop's page, folded.\n")
    assert Progress(path).hints == {"2": 3}


def test_the_task_is_told(tmp_path, capsys):
    stdout = _run(capsys, tmp_path / "none.py", "--task", 2)
    assert stdout.startswith("Stage 2. Attention with valid lengths (40 minutes)")
    assert 'raise NotImplementedError("stage 2")' in stdout
    assert stdout.strip() == task(STAGES[1]).strip()


def test_a_progress_file_that_somebody_wrote_into_is_made_anew(tmp_path):
    path = _file(tmp_path, "")
    path.with_suffix(".progress.json").write_text('{"lamps": [1, 2], "hints": 3}')
    assert Progress(path).lamps == [False] * 9


def test_every_save_is_seen_once(tmp_path, monkeypatch):
    path, waits = _file(tmp_path, ""), []

    def wait(pause):
        waits.append(pause)
        if len(waits) == 3:
            path.write_text("x = 1")
            path.touch()
        if len(waits) == 6:
            path.unlink()
        if len(waits) > 9:
            raise KeyboardInterrupt

    monkeypatch.setattr(command.time, "sleep", wait)
    seen = []
    with contextlib.suppress(KeyboardInterrupt):
        for _ in command.saves(path):
            seen.append(len(waits))
    assert (seen, len(waits)) == ([0, 3], 10)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["none.py"], "none.py: there is no such file; --skeleton makes it"),
        (["none.py", "--report"], "none.py: there is no such file"),
        (["."], ".: this is a folder; name a file, such as ./my_bert.py"),
        (["my_bert.py", "--skeleton"], "exists already, and is not overwritten"),
        (["my_bert.py", "--task", "10"], "expected a stage from 1 to 9, got 10"),
        (["my_bert.py", "--hint", "0"], "expected a stage from 1 to 9, got 0"),
        (["my_bert.py", "my_bert.py"], "expected one file, got 2; --report takes several"),
        (["my_bert.py", "--watch", "--report"], "not allowed with argument"),
        ([], "required: FILE"),
    ],
)
def test_a_mistake_of_use_is_one_line(tmp_path, monkeypatch, capsys, argv, says):
    monkeypatch.chdir(tmp_path)
    _file(tmp_path, "")
    with pytest.raises(SystemExit) as end:
        command.main(argv)
    assert end.value.code == 2
    stderr = capsys.readouterr().err.splitlines()
    assert says in stderr[-1]
    assert len([line for line in stderr if not line.startswith(("usage", " "))]) == 1
