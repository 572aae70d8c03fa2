"""bert_lab.experiments.real_labels: which runs there are, what each does, what the record has."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import real_labels, recorded
from bert_lab.experiments.digests import digest_files
from bert_lab.experiments.real_labels import (
    BASELINES,
    FOLDERS,
    METRICS,
    NETWORKS,
    PASSES,
    SEEDS,
    SIZES,
    SMALL,
    SMALL_TASK,
    WAYS,
    RealLabelsExperiment,
    draw_labels,
)
from bert_lab.experiments.records import rounded
from tests.helpers.paths import DATA
from tests.helpers.reviews import write_reviews

RECORD = recorded("real_labels")
KEYS = [key for keys in RealLabelsExperiment().rounds() for key in keys]


def test_first_seed_first_long_passages_last():
    *shared, last = RealLabelsExperiment().rounds()
    assert last == [(SMALL_TASK, SMALL, "all", seed) for seed in SEEDS]
    quick = [key for keys in shared for key in keys if key[0] != "xquad"]
    assert quick == KEYS[: len(quick)]
    seeds = [seed for *_, seed in quick]
    assert seeds == sorted(seeds)
    assert {key for key in KEYS if key[1] == BASELINES and key[2] == "all"} == {
        (task, BASELINES, "all", 0) for task in FOLDERS
    }
    assert {key[1:] for key in quick if key[1] != BASELINES and key[0] == "sst2"} == {
        (way, size, seed) for way in NETWORKS for size in SIZES for seed in SEEDS
    }


def test_a_seed_has_labels_of_its_own_the_few_among_the_many():
    examples = list(range(700))
    few, many = draw_labels(examples, 64, 1), draw_labels(examples, 512, 1)
    assert many[:64] == few == draw_labels(examples, 64, 1)
    assert set(few) != set(draw_labels(examples, 64, 2))
    assert sorted(draw_labels(examples, "all", 2)) == examples


@pytest.fixture
def reviews(tmp_path, monkeypatch):
    """Small reviews, and a model that knows their words."""
    write_reviews(tmp_path)
    monkeypatch.setattr(real_labels, "load_bert", lambda name, generator: load_mini_bert())
    monkeypatch.setitem(real_labels.NUM_STEPS, "sst2", (2, 1, 1))
    monkeypatch.setitem(real_labels.RATES, "pretrained", 2e-3)
    monkeypatch.setitem(real_labels.MAX_LEN, "sst2", 10)
    monkeypatch.setattr(real_labels, "NUM_TEST", 20)
    return RealLabelsExperiment({"data": str(tmp_path)})


def test_a_part_says_how_good_each_way_is_on_how_many(reviews, tmp_path, monkeypatch):
    starts = []
    finetune = real_labels.finetune

    def spy(model, data, **options):
        starts.append((model, options["learning_rate"], options["pooling"]))
        return finetune(model, data, **options)

    monkeypatch.setattr(real_labels, "finetune", spy)
    for way in NETWORKS:
        found = reviews.run(("sst2", way, 64, 0), tmp_path)
        assert found["examples"] == {"train": 64, "test": 20}
        assert found["metrics"].keys() == {way}
    (pretrained, *_), (untrained, *_) = starts
    shipped = load_mini_bert()[0].encoder.token_embedding.weight
    assert torch.equal(pretrained.encoder.token_embedding.weight, shipped)
    assert not torch.equal(untrained.encoder.token_embedding.weight, shipped)
    assert [options for _, *options in starts] == [[2e-3, "mean"], [5e-4, "mean"]]
    found = reviews.run(("sst2", BASELINES, 64, 0), tmp_path)["metrics"]
    assert found["bag of words"] == {"accuracy": 1.0}
    assert found["majority"]["accuracy"] < 0.8


def test_the_small_network_is_asked_after_every_pass(reviews, tmp_path, monkeypatch):
    steps = []
    finetune_steps = real_labels.finetune_steps

    def spy(task_model, data, **options):
        steps.append((options["num_train_steps"], task_model.config.num_hiddens))
        return finetune_steps(task_model, data, **options)

    monkeypatch.setattr(real_labels, "finetune_steps", spy)
    found = reviews.run((SMALL_TASK, SMALL, "all", 0), tmp_path)
    assert steps == [(PASSES * 80 // real_labels.BATCH_SIZE, 128)]
    assert found.keys() == {"valid", "test"}
    for scores in found.values():
        assert len(scores) == PASSES
        assert scores[-1] == 1.0  # two words decide


def test_the_record_names_what_is_missing():
    parts = {tuple(part["key"]): part["found"] for part in RECORD["parts"]}
    missing = {tuple(key) for key in RECORD["missing"]}
    assert missing | parts.keys() == set(KEYS)
    assert not missing & parts.keys()
    small = [parts.get((SMALL_TASK, SMALL, "all", seed)) for seed in SEEDS]
    assert RECORD[SMALL]["runs"] == small
    for task, ways in RECORD["results"].items():
        for way, rows in ways.items():
            part = way if way in NETWORKS else BASELINES
            for size in SIZES:
                for seed, score in zip(SEEDS, rows[str(size)], strict=True):
                    found = parts.get((task, part, size, seed))
                    assert score == (found and found["metrics"][way][METRICS[task]])
    assert rounded(RealLabelsExperiment().summarise(parts)["results"]) == RECORD["results"]
    assert RECORD["ways"] == WAYS


@pytest.mark.skipif(not DATA.is_dir(), reason="no real data: see BERT_BOOK_DATA")
def test_the_record_is_of_the_real_data():
    folders = (f"{folder}/*" for folder in FOLDERS.values())
    assert digest_files(DATA, *folders) == RECORD["inputs"]["data"]
    found = RealLabelsExperiment({"data": str(DATA)}).run(("sst2", BASELINES, 512, 1), DATA)
    score = RECORD["results"]["sst2"]["bag of words"]["512"][1]
    if score is not None:
        assert found["metrics"]["bag of words"]["accuracy"] == pytest.approx(score, abs=5e-3)
