"""research/tuning.py: what is frozen stays, and a small run."""

import copy

import pytest
import torch

import tuning as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded

RECORD = recorded("tuning")


@pytest.fixture
def small(monkeypatch):
    """The mini-BERT in the released model's place, and few and short runs."""
    model, tokenizer = load_mini_bert()
    monkeypatch.setattr(script, "load_bert", lambda *_, **__: (copy.deepcopy(model), tokenizer))
    rows = script.docstrings
    monkeypatch.setattr(script, "docstrings", lambda part: rows(part)[:32])
    for name, value in {
        "MAX_LEN": 16,
        "SEEDS": (1,),
        "SIZES": (8,),
        "RATES": (1e-3,),
        "FROZEN_RATES": (1e-3,),
        "FROZEN_SIZES": (8,),
        "FROZEN": ("none", 0, 1),
        "WAYS": {way: rates[:1] for way, rates in script.WAYS.items()},
        "ADAPTER_SIZES": (8,),
        "FEWEST_STEPS": 2,
        "EPOCHS_SIZE": 16,
        "LAST_EPOCH": 2,
    }.items():
        monkeypatch.setattr(script, name, value)


@pytest.mark.weekly
@pytest.mark.usefixtures("small")
def test_a_small_run_has_every_part(run_small):
    found = run_small(script)
    assert found.keys() == RECORD.keys()
    assert {*found["labels"]} == {*RECORD["labels"]}
    assert all(len(found["labels"][way]["8"]) == 1 for way in found["labels"])
    assert [len(run["valid_loss"]) for run in found["epochs"]] == [2]
    assert {len(run["said"]) for run in found["answers"]} == {len(found["correct"])} == {32}
    assert found["device"].keys() == RECORD["device"].keys()


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("blocks", ["none", 0, 1])
def test_what_is_frozen_stays_as_it_is(monkeypatch, blocks):
    trained = []
    monkeypatch.setattr(
        script, "measure", lambda model, _: trained.append(model) or {"accuracy": 0}
    )
    before = dict(script.load_bert()[0].named_parameters())
    script.train(script.PRETRAINED, 8, 1e-3, 0, blocks)
    stays = {
        name
        for name, new in trained[0].named_parameters()
        if name in before and torch.equal(new.cpu(), before[name])
    }
    low = {"none": (), 0: ("encoder.",), 1: ("encoder.", "encoder.blks.0.")}[blocks]
    frozen = {
        name
        for name in before
        if name.startswith("encoder.")
        and low
        and (not name.startswith("encoder.blks.") or name.startswith(low[1:]))
    }
    assert {name for name in stays if name.startswith("encoder.")} == frozen
