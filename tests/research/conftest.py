"""A small run of a script, whose constants a test has made small."""

import json

import pytest
import torch

from bert_lab.pretraining import prepare


@pytest.fixture
def run_small(tmp_path, monkeypatch):
    """A function: the record that a script writes, in a folder of its own, with these options."""
    monkeypatch.chdir(tmp_path)

    def run(script, *options):
        script.main([*map(str, options), "--out", "record.json"])
        return json.loads((tmp_path / "record.json").read_text("utf-8"))

    return run


@pytest.fixture
def few_held_out(monkeypatch):
    """The scripts of ablations ask a model on 64 pairs."""

    def fewer(seed):
        world = prepare(seed=seed)
        return world._replace(held_out=world.held_out.select(torch.arange(64)))

    monkeypatch.setattr("ablations.prepare", fewer)
