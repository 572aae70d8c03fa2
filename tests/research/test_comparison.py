"""research.comparison: tasks on features, and a small run."""

import pytest
import torch

import _disambiguation as disambiguation
import _feature_tasks as tasks
import comparison as script
from bert_lab.finetuning import measure
from bert_lab.finetuning.tasks import TASKS, mini_task
from bert_lab.history import SYSTEMS, load_system
from bert_lab.measures import recorded
from bert_lab.world.mini_world import senses
from tests.helpers.close import MINI, assert_close


@pytest.fixture(scope="module")
def systems():
    return {name: load_system(name) for name in SYSTEMS}


# ---- features


def test_what_each_system_adds(systems):
    data = mini_task("sentiment", 5, "valid")
    batch = data.tokens, data.segments, data.valid_lens
    glove = systems["glove"].layers(*batch)[0]
    for name in tasks.FEATURES:
        joined, mixed = tasks.read_features(name, systems, *batch)
        assert_close(joined[0], glove, roundings=1)
        assert len(joined) == (2 if name in ("taglm", "cove") else 1)
        assert len(mixed) == (3 if name == "elmo" else 0)
    top = systems["elmo"].layers(*batch)[-1]
    assert_close(tasks.read_features("taglm", systems, *batch)[0][1], top, roundings=MINI)
    assert_close(tasks.read_features("elmo", systems, *batch)[1][-1], top, roundings=MINI)


@pytest.mark.weekly
@pytest.mark.parametrize("name", ["glove", "elmo"])
def test_features_stay_as_they_are_and_the_task_is_learned(name, systems, monkeypatch):
    monkeypatch.setitem(tasks.RECIPE, "num_train_steps", 150)
    before = {k: w.clone() for k, w in systems[name].state_dict().items()}
    data = mini_task("sentiment", 64, "train")
    task_model, added = tasks.train_task(name, systems, data, seed=1)
    assert all(w.equal(before[k]) for k, w in systems[name].state_dict().items())
    assert added == sum(p.numel() for p in task_model.parameters())
    assert measure(task_model, data)["accuracy"] > 0.9  # of what it has seen


# ---- a small run


@pytest.mark.weekly
def test_a_small_run(run_small, monkeypatch):
    """A system that needs no other, and one that needs it; a word, a task, a step."""
    trained, few = [], ("glove", "elmo", "cove")

    def train(name, seed, needed=None):
        trained.append((name, seed, needed and needed.name))
        system = load_system(name)
        if name == "elmo":  # one that knows nothing
            for weights in system.state_dict().values():
                weights.zero_()
        return system

    monkeypatch.setattr(script, "train_system", train)
    monkeypatch.setattr(script, "SYSTEMS", few)
    monkeypatch.setattr(script, "SEEDS", (0, 1))
    monkeypatch.setattr(script, "LATER", (1,))
    monkeypatch.setattr(tasks, "FEATURES", few)
    monkeypatch.setattr(tasks, "TUNED", ())
    monkeypatch.setattr(tasks, "SIZES", (16,))
    monkeypatch.setattr(tasks, "NUM_TEST", 20)
    monkeypatch.setitem(tasks.RECIPE, "num_train_steps", 1)
    few_tasks = {name: TASKS[name] for name in ("sentiment", "tagging")}
    monkeypatch.setattr(tasks, "TASKS", few_tasks)
    monkeypatch.setattr(script, "TASKS", few_tasks)
    words = {word: senses()[word] for word in ("bank", "crane")}
    monkeypatch.setattr(disambiguation, "senses", lambda: words)
    monkeypatch.setattr(script, "senses", lambda: words)
    found, record = run_small(script), recorded("comparison")
    assert trained == [("glove", 1, None), ("elmo", 1, None), ("cove", 1, "glove")]
    assert found.keys() == record.keys()
    assert list(found["training"]) == ["glove, seed 1", "elmo, seed 1", "cove, seed 1"]
    assert list(found["senses"]) == [*few, *script.CONTROLS]
    for name in few:
        assert found["senses"][name].keys() == record["senses"][name].keys()
        for word, scores in found["senses"][name]["seed 0"].items():
            expected = torch.tensor(record["senses"][name]["seed 0"][word])
            assert (torch.tensor(scores) - expected).abs().max() < 0.06
    known = torch.tensor([*found["senses"]["elmo"]["seed 0"].values()])  # (words, sides, ...)
    mean, *_ = found["senses"]["elmo"]["accuracy"]["frames"]["both"]["neighbour"][-1]
    assert mean == pytest.approx((known[:, 2, 1, 0, -1].mean().item() + 0.5) / 2, abs=1e-3)
    for task in few_tasks:
        rows = found["tasks"][task]["systems"]
        assert list(rows) == list(few)
        for name, row in rows.items():
            assert row.keys() == record["tasks"][task]["systems"][name].keys()
            assert [len(run) for run in row["runs"]] == [1, 1]
            assert row["parameters"] == record["tasks"][task]["systems"][name]["parameters"]
