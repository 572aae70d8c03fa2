"""bert_lab.experiments.pool: one failure ends all at once, and what is finished is kept."""

import time
from functools import partial
from multiprocessing import active_children

import pytest
import torch

from bert_lab.experiments.pool import PartFailed, run_parts
from tests.helpers.trial_experiment import Trial


def run_all(folder, words, jobs):
    """The words of parts that were finished, and of those that were begun."""
    finished, keys = [], [("read", word) for word in words]
    try:
        for _, word in run_parts(partial(_run, Trial(), folder), keys, jobs):
            finished.append(word)
    finally:
        begun = {path.name.split(" ", 1)[1] for path in (folder / "begun").iterdir()}
    return finished, begun


def _run(experiment, folder, key):
    experiment.run(key, folder)


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_parts_are_run(jobs, tmp_path):
    finished, begun = run_all(tmp_path, ("crane", "bank", "bat"), jobs)
    assert set(finished) == begun == {"crane", "bank", "bat"}
    assert not active_children()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failed_part_is_named_and_the_others_are_not_waited_for(jobs, tmp_path):
    """Of four parts that last a minute each, two wait in the queue whatever the processes take."""
    words, start = ("crane", "fails", *(f"lasts {i}" for i in range(4))), time.monotonic()
    with pytest.raises(PartFailed, match=r"^read fails failed: ValueError: no such word$") as error:
        run_all(tmp_path, words, jobs)
    assert time.monotonic() - start < 50
    assert isinstance(error.value.__cause__, ValueError)
    assert not active_children()
    begun = {path.name for path in (tmp_path / "begun").iterdir()}
    if jobs == 1:
        assert begun == {"read crane", "read fails"}
    else:  # each process may have taken one more before it was ended, or not have started yet
        assert "read fails" in begun
        assert not begun & {"read lasts 2", "read lasts 3"}


def test_a_process_that_dies_is_noticed(tmp_path):
    with pytest.raises(PartFailed, match=r"^a process died at read .*dies"):
        run_all(tmp_path, ("dies", "lasts 0", "lasts 1"), 2)
    assert not active_children()


def test_here_too_one_thread_computes(tmp_path):
    torch.set_num_threads(2)
    try:
        threads = [torch.get_num_threads() for _ in run_parts(lambda _: None, [(1,), (2,)], 1)]
        assert threads == [1, 1]
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(1)
