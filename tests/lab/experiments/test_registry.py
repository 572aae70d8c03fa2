"""The shipped records: each is of inputs that the package still has, and says how it was made."""

import pytest

from bert_lab.experiments import digests, recorded
from bert_lab.experiments.records import RECORDED
from bert_lab.experiments.registry import EXPERIMENTS
from bert_lab.experiments.runner import outdated


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_record_is_of_the_present_inputs(name):
    """If this fails: `python -m bert_lab.experiments run NAME`, look at it, `publish NAME`."""
    record = recorded(name)
    assert outdated(EXPERIMENTS[name], record["inputs"]) == []
    if name != "wikitext2-command":  # it keeps a command of another package
        assert record["command"] == EXPERIMENTS[name]().command
    assert {"machine", "torch", "seconds"} <= record.keys()


def test_every_record_has_an_experiment():
    """But for those in `benchmarks/`, which depend on the machine alone, and the page's trainer."""
    measured = {"benchmarks", "costs", "lengths", "page_training"}
    assert {path.stem for path in RECORDED.glob("*.json")} == {*EXPERIMENTS, *measured}


@pytest.mark.parametrize("name", ["sense_maps", "probes", "ablations", "comparison", "finetuning"])
def test_a_retrained_mini_bert_does_not_go_unnoticed(name, monkeypatch):
    monkeypatch.setattr(digests, "digest_weights", lambda path: "others")
    changed = outdated(EXPERIMENTS[name], recorded(name)["inputs"])
    assert changed == ["mini-bert"] + ["history"] * (name == "comparison")


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_parts_have_keys_of_their_own(name):
    keys = [key for keys in EXPERIMENTS[name]().rounds() for key in keys]
    assert len(keys) == len(set(keys)) > 0
