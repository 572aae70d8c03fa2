"""research/real_labels.py: what each cell does, and what the record has."""

import pytest

import real_labels as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.digests import digest_files
from bert_lab.measures import recorded
from bert_lab.measures.records import rounded
from real_labels import BASELINES, NETWORKS, PASSES, SMALL, SMALL_TASK, WAYS, draw_labels
from real_tasks import FOLDERS
from tests.helpers.paths import DATA
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
    rest = [("sst2", BASELINES, "all", 0), *((SMALL_TASK, SMALL, "all", seed) for seed in (0, 1))]
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
    for run in found["small"]["runs"]:
        assert [len(scores) for scores in run.values()] == [PASSES, PASSES]
        assert run["valid"][-1] == run["test"][-1] == 1.0  # two words decide


def test_the_record_is_what_its_parts_make():
    parts = {tuple(part["key"]): part["found"] for part in RECORD["parts"]}
    assert list(parts) == script.keys()
    made = rounded(script.summarise(parts))
    assert {name: RECORD[name] for name in made} == made | {
        name: RECORD[name] for name in ("sizes", "seeds", "recipe")
    }
    assert RECORD["ways"] == WAYS


@pytest.mark.needs("data")
def test_the_record_is_of_the_real_data():
    folders = (f"{folder}/*" for folder in FOLDERS.values())
    assert digest_files(DATA, *folders) == RECORD["inputs"]["data"]
    found = script.run_labels("sst2", BASELINES, 512, 1, DATA)
    score = RECORD["results"]["sst2"]["bag of words"]["512"][1]
    assert found["metrics"]["bag of words"]["accuracy"] == pytest.approx(score, abs=5e-3)


def mean(task, way, size):
    known = [run for run in RECORD["results"][task][way][str(size)] if run is not None]
    return sum(known) / len(known)


def test_the_record_shows_what_evidence_e_says_of_it():
    sst2, sick, names, answers = (
        {(way, n): mean(task, way, n) for way in ways for n in RECORD["sizes"]}
        for task, ways in RECORD["results"].items()
    )
    assert 0.65 < sst2["pretrained", 64] < 0.75
    assert sst2["pretrained", 512] > sst2["bag of words", "all"]
    assert max(sst2["untrained", 64], sst2["bag of words", 64]) < 0.57
    runs = [*RECORD["small"]["runs"], recorded("few_labels")["scratch"]["run"]]
    *small, stopped = (run["test"][run["valid"].index(max(run["valid"]))] for run in runs)
    level = sst2["bag of words", "all"]
    assert sst2["untrained", "all"] < min(level, stopped)
    assert max([*small, stopped]) < level + 0.02 < sst2["pretrained", 512]
    few = [sick[way, 64] for way in ("pretrained", "untrained", "majority")]
    assert max(few) - min(few) < 0.05
    pairs = max(sick["bag of words", "all"], sick["untrained", "all"])
    assert pairs + 0.15 < sick["pretrained", 512]
    assert pairs < sick["majority", "all"] + 0.03
    assert names["pretrained", 512] < 0.01 < 0.4 < names["pretrained", "all"]
    assert names["bag of words", "all"] == 0 <= names["untrained", "all"] < 0.1
    rivals = max(f1 for (way, _), f1 in answers.items() if way != "pretrained")
    assert answers["pretrained", 64] - 0.02 < rivals < 0.08
    assert 0.1 < answers["pretrained", 512] < 0.2
    assert round(answers["pretrained", "all"], 2) == 0.2
