"""research/block.py: what is trained and looked at, in a small run."""

from dataclasses import replace

import pytest

import ablations
import block as script
from _ablation_variants import Variant
from bert_lab.measures import recorded
from bert_lab.measures.block_parts import CHANGES
from bert_lab.pretraining import prepare
from block import VARIANTS, baseline_runs

BASELINE = Variant("baseline")
NAMES = [variant.name for variant in VARIANTS]


def test_every_change_is_trained_and_nothing_else_is_changed():
    *changed, one_head = VARIANTS
    assert [variant.change for variant in changed] == NAMES[:-1] == [*CHANGES]
    assert one_head == replace(BASELINE, name="one head", switches={"num_heads": 1})
    world = prepare()
    plain = BASELINE.build(world, world.generator())
    for variant in changed:
        assert replace(variant, name="", change="") == replace(changed[0], name="", change="")
        for block in variant.build(world, world.generator()).encoder.blks:
            maps = block.attention
            assert str(block) != str(plain.encoder.blks[0]) or maps.W_k in (maps.W_q, maps.W_v)


@pytest.mark.weekly
def test_a_small_run(few_held_out, run_small, monkeypatch):
    recipe = replace(ablations.RECIPE, num_train_steps=2, train_batch_size=8)
    monkeypatch.setattr(ablations, "RECIPE", recipe)
    monkeypatch.setattr(
        script, "VARIANTS", [v for v in VARIANTS if v.name in ("W_q = W_k", "no norm")]
    )
    monkeypatch.setattr(script, "SEEDS", (0, 1))
    baseline = [run for run in baseline_runs() if run["seed"] < 2]
    monkeypatch.setattr(script, "baseline_runs", lambda: baseline)
    record = run_small(script)
    assert record.keys() == recorded("block").keys()
    assert [entry["name"] for entry in record["variants"]] == ["baseline", "W_q = W_k", "no norm"]
    assert record["parts"][0]["found"]["metrics"]["mlm_loss"] > 5  # after two steps
