"""bert_lab.experiments.finetuning: parts of the record computed again."""

import statistics

import pytest

from bert_lab.experiments import recorded
from bert_lab.experiments.finetuning import (
    RECIPE,
    SEEDS,
    SIZES,
    WAYS,
    FinetuningExperiment,
    has_way,
    measure_way,
)
from bert_lab.experiments.records import rounded
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
    assert measure_way(task, way, num_labels, seed, test) == pytest.approx(expected, abs=tolerance)


def test_the_parts_make_the_record(tmp_path):
    experiment = FinetuningExperiment()
    found = {
        (task, way): RECORD["results"][task][way]
        for keys in experiment.rounds()
        for task, way in keys
    }
    key = ("sentiment", "majority")
    found[key] = experiment.run(key, tmp_path)
    record = rounded(experiment.summarise(found))
    assert record == {name: RECORD[name] for name in record}
    assert record.keys() | {"inputs", "command", "machine", "torch", "seconds"} == RECORD.keys()
