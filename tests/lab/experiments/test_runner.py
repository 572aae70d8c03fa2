"""bert_lab.experiments.runner: keyed by inputs, resumed, published on purpose, noticed if stale."""

import json

import pytest

from bert_lab.experiments import records, runner
from bert_lab.experiments.pool import PartFailed
from bert_lab.experiments.runner import (
    finish_run,
    open_run,
    outdated,
    present_runs,
    publish,
)
from tests.helpers.trial_experiment import Given, Partly, Trial


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Runs and records go to folders of the test's own."""
    monkeypatch.chdir(tmp_path)
    recorded = tmp_path / "recorded"
    recorded.mkdir()
    for module in (runner, records):
        monkeypatch.setattr(module, "RECORDED", recorded)
    return tmp_path


def run(experiment, **options):
    return finish_run(experiment, open_run(experiment), **options)


def read(path):
    return json.loads(path.read_text("utf-8"))


def begun(folder):
    """How often each part was begun."""
    return {path.name: len(path.read_text().split()) for path in (folder / "begun").iterdir()}


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_record_says_what_was_found_and_from_what(jobs, elsewhere):
    record = read(run(Trial(), jobs=jobs))
    assert record["lengths"] == {"crane": 5, "bank": 4, "bat": 3}
    assert record["third"] == 0.3333
    assert record["inputs"] == {"factor": 1, "words": ["crane", "bank", "bat"]}
    assert record["command"] == "python -m bert_lab.experiments run trial"
    assert record["machine"].endswith(" 1 threads")
    assert list(elsewhere.joinpath("recorded").iterdir()) == []  # not before it is published


def test_what_is_finished_is_not_run_again():
    path = run(Trial())
    written = path.stat().st_mtime_ns
    assert run(Trial()) == path
    assert path.stat().st_mtime_ns == written
    assert set(begun(path.parent).values()) == {1}


def test_other_inputs_are_another_run():
    first, other = run(Trial()), run(Trial(factor=2))
    assert first != other
    assert read(first)["lengths"]["crane"] == 5
    assert read(other)["lengths"]["crane"] == 10


def test_a_failed_run_keeps_its_parts_and_goes_on(monkeypatch):
    experiment = Trial(words=("crane", "fails", "bat"))
    with pytest.raises(PartFailed, match="read fails"):
        run(experiment)
    (folder,) = [path.parent for path in runner.RUNS.glob("trial/*/inputs.json")]
    assert not (folder / runner.RECORD).exists()
    assert begun(folder) == {"read crane": 1, "read fails": 1}

    monkeypatch.setattr(Trial, "run", lambda self, key, folder: {"length": 3, "sum": 11})
    monkeypatch.setattr(Trial, "summarise", lambda self, found: {"all": list(found.values())})
    record = read(run(experiment))
    assert record["all"][0]["length"] == 5  # as it was found before
    assert [part["length"] for part in record["all"][1:3]] == [3, 3]


def test_names_of_parts_may_hold_anything(monkeypatch):
    words = ("100/0/0 masking", "100_0_0 masking", "..", "a%2Fb", "a/b")
    path = run(Trial(words=words))
    assert list(read(path)["lengths"]) == list(words)
    assert len(list((path.parent / runner.PARTS).iterdir())) == len(words) + 1


def test_publishing_takes_the_newest_of_the_present_inputs(elsewhere, monkeypatch):
    with pytest.raises(FileNotFoundError, match=r"finished run of trial .* run trial makes one"):
        publish(Trial)
    run(Trial())
    run(Trial(factor=2))
    published = publish(Trial)
    assert published == elsewhere / "recorded" / "trial.json"
    assert records.recorded("trial")["inputs"]["factor"] == 1
    assert [path.parent.name for path in present_runs(Trial)] == ["trial"]

    monkeypatch.setattr(Trial, "inputs", lambda self: {"factor": 3})
    assert outdated(Trial, records.recorded("trial")["inputs"]) == ["factor"]
    with pytest.raises(FileNotFoundError, match="present inputs"):
        publish(Trial)
    assert records.recorded("trial")["inputs"]["factor"] == 1


def test_what_is_given_decides_too(elsewhere):
    (elsewhere / "words.txt").write_text("crane")
    first = run(Given({"data": "."}))
    (elsewhere / "words.txt").write_text("bank")
    second = run(Given({"data": "."}))
    assert [read(path)["inputs"]["data"] for path in (first, second)] == ["crane", "bank"]
    assert read(first)["command"].endswith("run given --data DIR")
    publish(Given)
    assert records.recorded("given")["inputs"]["data"] == "bank"  # the newest


def test_nothing_is_left_behind_if_what_is_given_is_missing(elsewhere):
    with pytest.raises(FileNotFoundError):
        open_run(Given({"data": "nowhere"}))
    assert [path.name for path in elsewhere.iterdir()] == ["recorded"]


def test_what_is_finished_is_published_and_goes_on_elsewhere(elsewhere, monkeypatch):
    (elsewhere / "words.txt").write_text("one")
    given = {"data": "."}
    with pytest.raises(PartFailed):
        run(Partly(given=given))
    publish(Partly)
    record = records.recorded("partly")
    assert record["lengths"] == {"crane": 5}
    assert record["missing"] == [["read", "fails"], ["read", "bat"], ["sum", 0]]

    elsewhere.joinpath("runs").rename(elsewhere / "lost")  # as in a fresh clone
    monkeypatch.setattr(Partly, "run", lambda self, key, folder: {"length": 3})
    path = run(Partly(given=given))
    assert read(path)["lengths"] == {"crane": 5, "fails": 3, "bat": 3}
    assert read(path)["missing"] == []
    publish(Partly)
    assert records.recorded("partly")["lengths"]["bat"] == 3


def test_parts_of_other_inputs_are_not_taken_over(elsewhere, monkeypatch):
    (elsewhere / "words.txt").write_text("one")
    monkeypatch.setattr(Partly, "run", lambda self, key, folder: {"length": 3})
    run(Partly(given={"data": "."}))
    publish(Partly)
    (elsewhere / "words.txt").write_text("other")
    folder = open_run(Partly(given={"data": "."}))
    assert list((folder / runner.PARTS).iterdir()) == []
