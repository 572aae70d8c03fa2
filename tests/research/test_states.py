"""research/states.py: the states are those of the shipped run, at known steps."""

from dataclasses import replace

import pytest

import states
from bert_lab.checkpoint.snapshots import STATES, kept_steps
from bert_lab.measures import recorded


def test_the_states_that_the_package_has_are_those_of_the_command():
    assert kept_steps() == list(states.STEPS)
    assert set(states.STEPS) <= set(recorded("probes")["steps"])
    assert sum(path.stat().st_size for path in STATES.iterdir()) < 1_300_000


def test_a_run_that_ends_in_another_model_writes_nothing(monkeypatch, tmp_path):
    short = replace(states.RECIPE, num_train_steps=2, train_batch_size=4)
    monkeypatch.setattr(states, "RECIPE", short)
    with pytest.raises(RuntimeError, match="nothing written"):
        states.main(["--out", str(tmp_path / "new")])
    assert not list(tmp_path.glob("**/*.safetensors"))
