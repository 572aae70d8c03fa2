"""research/real_labels.py: what each cell does."""

import real_labels as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from real_labels import BASELINES, FOLDERS, NETWORKS, draw_labels
from tests.helpers.reviews import write_reviews

RECORD = recorded("real_labels")


def test_labels_are_the_first_of_a_seed_s_order():
    examples = list(range(200))
    few, more = (draw_labels(examples, size, 1) for size in (64, 100))
    assert more[:64] == few != draw_labels(examples, 64, 2)
    assert sorted(draw_labels(examples, "all", 2)) == examples


def test_a_small_run(run_small, tmp_path, monkeypatch):
    """Of small reviews, with a model that knows their words."""
    write_reviews(tmp_path)
    for folder in set(FOLDERS.values()) - {"sst2"}:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file").write_text("")
    monkeypatch.setattr(script, "load_bert", lambda name, generator: load_mini_bert())
    monkeypatch.setitem(script.NUM_STEPS, "sst2", (2, 1, 1))
    monkeypatch.setitem(script.RATES, "pretrained", 2e-3)
    monkeypatch.setitem(script.MAX_LEN, "sst2", 10)
    monkeypatch.setattr(script, "NUM_TEST", 20)
    monkeypatch.setattr(script, "FOLDERS", {"sst2": "sst2"})
    monkeypatch.setattr(script, "SIZES", (64, "all"))
    monkeypatch.setattr(script, "SEEDS", (0, 1))
    ways = [("sst2", way, 64, seed) for way in (BASELINES, *NETWORKS) for seed in (0, 1)]
    rest = [("sst2", BASELINES, "all", 0)]
    monkeypatch.setattr(script, "keys", lambda: ways + rest)
    shipped, starts, finetune = load_mini_bert()[0].state_dict(), [], script.finetune
    name = "encoder.token_embedding.weight"

    def spy(model, data, **options):
        starts.append((model.state_dict()[name].equal(shipped[name]), options["learning_rate"]))
        return finetune(model, data, **options)

    monkeypatch.setattr(script, "finetune", spy)
    found = run_small(script, "--data", tmp_path)
    assert starts == [(True, 2e-3)] * 2 + [(False, 5e-4)] * 2
    assert found.keys() == RECORD.keys()
    rows = found["results"]["sst2"]
    assert rows["bag of words"] == {"64": [1.0, 1.0], "all": [1.0, None]}
    assert max(rows["majority"]["64"]) < 0.8
    assert all(0 <= score <= 1 for way in NETWORKS for score in rows[way]["64"])
    assert found["examples"] == {"sst2": {"train": 80, "test": 20}}
