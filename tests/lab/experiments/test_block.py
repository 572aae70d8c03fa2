"""bert_lab.experiments.ablations.block: what is trained and looked at, and the record of it."""

from dataclasses import replace

import pytest
import torch
from scipy.stats import ttest_rel

from bert_lab.experiments import recorded
from bert_lab.experiments.ablations import experiment
from bert_lab.experiments.ablations.block import EXAMPLE, BlockExperiment, baseline_runs
from bert_lab.experiments.ablations.parts import CHANGES
from bert_lab.experiments.ablations.summary import SEEDS, compare, p_value, summarise, survivors
from bert_lab.experiments.ablations.variants import VARIANTS
from bert_lab.pretraining import prepare

BASELINE = VARIANTS[0]
NAMES = [variant.name for variant in BlockExperiment.variants]


def test_every_change_is_trained_and_nothing_else_is_changed():
    *changed, one_head = BlockExperiment.variants
    assert [variant.change for variant in changed] == NAMES[:-1] == [*CHANGES]
    assert one_head == replace(BASELINE, name="one head", switches={"num_heads": 1})
    world = prepare()
    plain = BASELINE.build(world, world.generator())
    for variant in changed:
        assert replace(variant, name="", change="") == replace(changed[0], name="", change="")
        for block in variant.build(world, world.generator()).encoder.blks:
            maps = block.attention
            assert str(block) != str(plain.encoder.blks[0]) or maps.W_k in (maps.W_q, maps.W_v)


def test_a_run_with_one_map_says_how_symmetric_its_scores_are(tmp_path, monkeypatch):
    monkeypatch.setattr(
        experiment, "RECIPE", replace(experiment.RECIPE, num_train_steps=2, train_batch_size=8)
    )
    found = BlockExperiment().run(("W_q = W_k", 0), tmp_path)
    assert found["metrics"]["mlm_loss"] > 5  # after two steps
    scores, length = torch.tensor(found["scores"]), len(EXAMPLE.split()) + 2
    assert scores.shape == (2, 4, length, length)
    torch.testing.assert_close(scores, scores.transpose(-2, -1))
    assert torch.tensor(found["symmetry"]["reciprocity"]).min() > 0.999
    other = BlockExperiment().run(("no norm", 0), tmp_path)
    assert found.keys() - other.keys() == {"scores", "symmetry"}


def test_a_change_without_all_seeds_is_not_in_the_table():
    runs = [run | {"variant": "no norm"} for run in baseline_runs()]
    found = {("no norm", run["seed"]): run for run in runs}
    found["one head", SEEDS[0]] = runs[0] | {"variant": "one head"}
    table = BlockExperiment().summarise(found)["variants"]
    assert [entry["name"] for entry in table] == ["baseline", "no norm"]
    assert table[1]["difference"]["mlm_loss"]["mean"] == 0


def test_the_recorded_table_adds_up():
    record = recorded("block")
    runs = {tuple(part["key"]): part["found"] for part in record["parts"]}
    assert {*runs, *map(tuple, record["missing"])} == {(name, s) for name in NAMES for s in SEEDS}
    names = [entry["name"] for entry in record["variants"]]
    whole = [name for name in NAMES if all((name, seed) in runs for seed in SEEDS)]
    assert names == ["baseline", *whole]
    again = summarise([*baseline_runs(), *runs.values()], names)
    for entry, other in zip(record["variants"], again, strict=True):
        assert entry["mean"] == pytest.approx(other["mean"], rel=1e-3)
        for metric, difference in entry["difference"].items():
            assert difference["verdict"] == other["difference"][metric]["verdict"]


def test_recorded_scores_are_mutual_where_there_is_one_map():
    runs = [part for part in recorded("block")["parts"] if part["key"][0] == "W_q = W_k"]
    assert runs
    for part in runs:
        scores = torch.tensor(part["found"]["scores"])
        torch.testing.assert_close(scores, scores.transpose(-2, -1), rtol=1e-3, atol=1e-3)
        assert torch.tensor(part["found"]["symmetry"]["reciprocity"]).min() > 0.999


def test_p_values_are_those_of_a_paired_t_test():
    found, baseline = [2.0, 4.5, 6.0], [1.0, 2.0, 3.5]
    assert p_value(compare(found, baseline)) == pytest.approx(ttest_rel(found, baseline).pvalue)


def test_holm_by_hand():
    # p of means 100, 20, 8 and 2 with deviation 1: 0.00003, 0.0008, 0.005 and 0.07
    def entry(name, *means):
        return {
            "name": name,
            "difference": {
                metric: {"mean": mean, "sd": 1.0} for metric, mean in zip("ab", means, strict=False)
            },
        }

    table = [entry("baseline"), entry("large", 100.0, -20.0), entry("small", 8.0, 2.0)]
    assert survivors(table, "ab") == {("large", "a"), ("large", "b"), ("small", "a")}
    assert survivors(table[2:], "ab") == {("small", "a")}
    # 0.005 is below 0.05 / 2, the third of four's, but not below the third of thirteen's, 0.05 / 11
    noise = [entry(f"noise {i}", 0.1) for i in range(9)]
    assert survivors([*table, *noise], "ab") == {("large", "a"), ("large", "b")}
    # of ten it is: 0.05 / 8, where 0.05 / 10 for all would leave it out
    assert ("small", "a") in survivors([*table, *noise[:6]], "ab")
    assert survivors(table, "b") == {("large", "b")}
