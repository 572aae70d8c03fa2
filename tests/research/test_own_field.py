"""research/own_field.py: what goes on learns its field."""

import copy

import pytest
import torch

import own_field as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.finetuning.tasks.docstrings import docstrings
from bert_lab.measures import recorded
from bert_lab.training_loop.batches import derived


@pytest.fixture
def small(monkeypatch):
    """The mini-BERT in the gap filler's place, and few and short runs."""
    model, tokenizer = load_mini_bert()
    monkeypatch.setattr(script, "load_bert", lambda *_: (copy.deepcopy(model), tokenizer))
    monkeypatch.setattr(script, "merge_adapter", lambda _: None)
    for name, value in {
        "SIZES": (8,),
        "STEPS": 20,
        "FEWEST_STEPS": 2,
        "FROZEN": 1,
        "SEEDS": (0,),
        "KEYS": [(way, 0) for way in script.WAYS],
    }.items():
        monkeypatch.setattr(script, name, value)
    monkeypatch.setattr(script, "docstrings", lambda part: docstrings(part)[:16])
    monkeypatch.setattr(script, "draw", lambda size, seed: docstrings("train")[:size])
    return model, tokenizer


def test_only_what_goes_on_learns_its_field(small, run_small):
    found = run_small(script)
    assert found.keys() == recorded("own_field").keys()
    assert max(found["hidden"][script.FIELD]) < min(found["hidden"][script.NOTHING]) - 0.2
    model, tokenizer = small
    before = copy.deepcopy(model.state_dict())
    script.go_on(model, script.NOTHING, 0, tokenizer)
    assert all(torch.equal(new, before[name]) for name, new in model.state_dict().items())
    texts, draws = [x.text for x in docstrings("train")[:4]], [derived(0, "a") for _ in range(2)]
    one, other = (script.guess_hidden(model, texts, tokenizer, draw) for draw in draws)
    assert one.equal(other)
