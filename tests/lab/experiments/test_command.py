"""`python -m bert_lab.experiments`: what it says, and what it answers to a mistake."""

import json
import subprocess
import sys

import pytest

from bert_lab.experiments import __main__ as command
from bert_lab.experiments import records, runner
from tests.helpers.paths import ROOT
from tests.helpers.trial_experiment import Given, Partly, Trial


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Two trial experiments, and runs and records in folders of the test's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "recorded").mkdir()
    for module in (runner, records, command):
        monkeypatch.setattr(module, "RECORDED", tmp_path / "recorded")
    monkeypatch.setattr(command, "EXPERIMENTS", {"trial": Trial, "given": Given})
    return tmp_path


def test_run_list_and_publish(elsewhere, capsys):
    command.main(["run", "trial"])
    made = capsys.readouterr().out.strip()
    assert json.loads((elsewhere / made).read_text("utf-8"))["lengths"]["crane"] == 5
    command.main(["list"])
    listed = capsys.readouterr().out
    assert listed.splitlines()[:3] == [
        "trial: how long words are",
        "  record: none",
        f"  {made.removesuffix('/record.json')}: finished",
    ]
    command.main(["publish", "trial"])
    assert capsys.readouterr().out.strip() == str(elsewhere / "recorded" / "trial.json")
    command.main(["list"])
    assert "record: of these inputs" in capsys.readouterr().out


def test_the_list_names_what_is_outdated_and_what_is_unfinished(elsewhere, capsys, monkeypatch):
    command.main(["run", "trial"])
    command.main(["publish", "trial"])
    monkeypatch.setattr(Trial, "inputs", lambda self: {"factor": 2, "words": self.words})
    folder = runner.open_run(Trial())
    runner._run_part(Trial(), folder, ("read", "crane"))
    capsys.readouterr()
    command.main(["list"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "  record: outdated, other inputs: factor"
    assert lines[2] == f"  {folder}: 1 of 4 parts"


def test_the_list_counts_what_is_missing_in_a_record(elsewhere, capsys, monkeypatch):
    (elsewhere / "words.txt").write_text("one")
    folder = runner.open_run(Partly(given={"data": "."}))
    runner._run_part(Partly(given={"data": "."}), folder, ("read", "crane"))
    runner.publish(Partly)
    monkeypatch.setattr(command, "EXPERIMENTS", {"partly": Partly})
    command.main(["list"])
    assert "record: of these inputs, 3 of 4 parts missing" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "moon"], "invalid choice: 'moon'"),
        (["publish", "moon"], "invalid choice: 'moon'"),
        (["run", "given"], "required: --data"),
        (["run", "given", "--data", "nowhere"], "nowhere"),
        (["run", "trial", "--jobs", "0"], "expected at least 1, got 0"),
        (["run", "trial", "--corpus", "DIR"], "unrecognized arguments: --corpus"),
        (["publish", "trial"], "expected a finished run of trial"),
        ([], "required: command"),
    ],
)
def test_a_mistake_is_answered_in_a_line(words, said, elsewhere, capsys):
    with pytest.raises(SystemExit) as left:
        command.main(words)
    assert left.value.code == 2
    heard = capsys.readouterr()
    assert heard.out == ""
    (line,) = heard.err.splitlines()
    assert line.startswith("python -m bert_lab.experiments")
    assert said in line
    assert [path.name for path in elsewhere.iterdir()] == ["recorded"]


def test_a_folder_that_cannot_be_written_is_a_mistake(elsewhere, capsys):
    (elsewhere / "runs").write_text("not a folder")
    with pytest.raises(SystemExit) as left:
        command.main(["run", "trial"])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert (elsewhere / "runs").read_text() == "not a folder"


def test_the_command_knows_the_experiments_of_the_book():
    words = [sys.executable, "-m", "bert_lab.experiments", "run", "--help"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=True)
    for name in ("ablations", "comparison", "wikitext2"):
        assert name in done.stdout
    assert done.stderr == ""
