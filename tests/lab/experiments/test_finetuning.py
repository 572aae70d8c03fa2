"""bert_lab.experiments.finetuning: a part of the record computed again, and an interrupted run."""

import json
import statistics

import pytest

from bert_lab.experiments import finetuning as experiment
from bert_lab.experiments import recorded
from bert_lab.experiments.finetuning import RECIPE, SEEDS, SIZES, WAYS, has_way, run
from bert_lab.finetuning.tasks import TASKS, mini_task

RECORD = recorded("finetuning")


def test_the_record_is_of_the_present_settings_and_complete():
    assert RECORD["recipe"] == RECIPE
    assert tuple(RECORD["sizes"]) == SIZES
    assert tuple(RECORD["seeds"]) == SEEDS
    assert RECORD["ways"] == WAYS
    assert RECORD["metrics"] == {task: spec.metric for task, spec in TASKS.items()}
    found = {(task, way) for task, ways in RECORD["results"].items() for way in ways}
    assert found == {(task, way) for task in TASKS for way in WAYS if has_way(task, way)}
    assert ("tagging", "mean") not in found
    assert ("relation", "frozen mean") in found


def test_means_and_deviations_are_those_of_the_runs():
    for ways in RECORD["results"].values():
        for found in ways.values():
            columns = list(zip(*found["runs"], strict=True))
            assert len(found["runs"]) == len(SEEDS)
            assert len(columns) == len(found["sizes"])
            for mean, sd, column in zip(found["mean"], found["sd"], columns, strict=True):
                assert mean == pytest.approx(statistics.mean(column), abs=2e-4)
                assert sd == pytest.approx(statistics.stdev(column), abs=2e-4)


@pytest.mark.parametrize(
    ("task", "way", "num_labels", "seed", "tolerance"),
    [
        ("sentiment", "majority", 64, 1, 1e-3),
        ("relation", "bag of words", 256, 2, 5e-3),
        ("question", "bag of words", 16, 0, 5e-3),
        # steps of training: another processor's rounding may grow on the way
        ("tagging", "pretrained", 16, 0, 0.05),
        ("sentiment", "frozen mean", 64, 1, 0.05),
    ],
)
def test_a_part_of_the_record_again(task, way, num_labels, seed, tolerance):
    found = RECORD["results"][task][way]
    expected = found["runs"][SEEDS.index(seed)][found["sizes"].index(num_labels)]
    test = mini_task(task, RECORD["num_test"], "test")
    assert run(task, way, num_labels, seed, test) == pytest.approx(expected, abs=tolerance)


def test_an_interrupted_run_goes_on(tmp_path, monkeypatch):
    """What the file holds is not done again, unless it was made with other settings."""
    asked, path = [], tmp_path / "record.json"

    def fake(task, way, test):
        asked.append((task, way))
        if len(asked) == 5:
            raise KeyboardInterrupt
        return {"sizes": [16], "mean": [0.5], "sd": [0.0], "runs": [[0.5]] * 3}

    monkeypatch.setattr(experiment, "run_all", fake)
    arguments = ["--out", str(path)]
    with pytest.raises(KeyboardInterrupt):
        experiment.main(arguments)
    experiment.main(arguments)
    complete = [(task, way) for way in WAYS for task in TASKS if has_way(task, way)]
    assert asked == complete[:5] + complete[4:]
    experiment.main(arguments)
    assert len(asked) == len(complete) + 1
    stored = json.loads(path.read_text("utf-8"))
    assert {(task, way) for task, ways in stored["results"].items() for way in ways} == set(
        complete
    )
    monkeypatch.setattr(experiment, "RECIPE", RECIPE | {"learning_rate": 7.0})
    experiment.main(arguments)
    assert len(asked) == 2 * len(complete) + 1
