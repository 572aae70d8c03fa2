"""research/_run.py: what is found is kept, and goes into the record with how it was made."""

import json
import os

import pytest
import torch

from _run import Run, parse
from tests.helpers.cells import count

KEYS = [("crane", 1), ("bank", 2)]


@pytest.fixture
def start(tmp_path, monkeypatch):
    """A function: a run with these inputs and options."""
    monkeypatch.chdir(tmp_path)

    def started(inputs, *options):
        named = ["--data", str(tmp_path), "--out", "new/trial.json", *options]
        return Run(parse("trial", "How long words are.", named, data="where words lie"), inputs)

    return started


def begun(folder):
    return (folder / "begun").read_text().split("\n")[:-1]


@pytest.mark.parametrize("processes", ["1", pytest.param("2", marks=pytest.mark.weekly)])
def test_cells_are_run_once_by_one_thread(start, tmp_path, processes):
    before = torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        found = start({}, "--processes", processes).cells(count, KEYS, tmp_path)
        assert torch.get_num_threads() == 3
    finally:
        torch.set_num_threads(before)
    assert list(found) == KEYS
    assert [cell["length"] for cell in found.values()] == [5, 8]
    assert {cell["threads"] for cell in found.values()} == {1}
    assert ({cell["pid"] for cell in found.values()} == {os.getpid()}) == (processes == "1")
    again = start({}).cells(count, [*KEYS, ("bat", 0)], tmp_path)
    assert [again[key] for key in KEYS] == [found[key] for key in KEYS]
    assert sorted(begun(tmp_path)) == ["bank 2", "bat 0", "crane 1"]


def test_other_inputs_are_another_run(start, tmp_path):
    for inputs in ({"grammar": "a"}, {"grammar": "b"}, {"grammar": "a"}):
        start(inputs).cells(count, KEYS[:1], tmp_path)
    assert begun(tmp_path) == ["crane 1"] * 2


def test_what_was_found_before_a_failure_stays_and_the_failure_says_where(start, tmp_path):
    with pytest.raises(ValueError, match="no such word") as caught:
        start({}).cells(count, [*KEYS, ("fails", 0), ("bat", 0)], tmp_path)
    assert caught.value.__notes__ == ["in the cell ('fails', 0) of count"]
    start({}).cells(count, KEYS, tmp_path)
    assert begun(tmp_path) == ["crane 1", "bank 2", "fails 0"]


def test_the_record_says_how_it_was_made(start, tmp_path):
    run = start({"pair": (1, 2)})
    found = run.cells(count, KEYS[:1], tmp_path) | run.cells(count, KEYS[1:], tmp_path)
    run.parts[0]["seconds"], run.parts[1]["seconds"] = 1.5, 2.0
    run.write({"lengths": [cell["length"] for cell in found.values()], "parts": run.parts})
    record = json.loads((tmp_path / "new/trial.json").read_text("utf-8"))
    assert record["lengths"] == [5, 8]
    assert record["seconds"] == 3.5
    assert record["inputs"] == {"pair": [1, 2]}
    assert record["command"] == "python research/trial.py --data DIR"  # no path of this machine
    assert record["machine"].endswith(", 1 threads")
    assert [part["key"] for part in record["parts"]] == [list(key) for key in KEYS]
