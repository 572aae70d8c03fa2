"""bert_lab.training_loop.options: numbers out of their range are refused at once."""

from dataclasses import dataclass

import pytest

from bert_lab.training_loop.options import TrainingOptions

GOOD = {"num_train_steps": 30, "train_batch_size": 7, "learning_rate": 1e-3}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"num_train_steps": -5}, "num_train_steps: expected at least 1, got -5"),
        ({"train_batch_size": 0}, "train_batch_size: expected at least 1, got 0"),
        ({"learning_rate": -1e-3}, "learning_rate: expected a number above 0, got -0.001"),
        ({"learning_rate": float("nan")}, "learning_rate: expected a number above 0, got nan"),
        ({"learning_rate": float("inf")}, "learning_rate: expected a number above 0, got inf"),
        ({"num_warmup_steps": 31}, "num_warmup_steps: expected 0 to 30, got 31"),
        ({"num_warmup_steps": -1}, "num_warmup_steps: expected 0 to 30, got -1"),
    ],
)
def test_a_number_out_of_its_range(change, message):
    with pytest.raises(ValueError, match=message):
        TrainingOptions(**(GOOD | change))


def test_a_tenth_of_the_steps_warms_up():
    assert TrainingOptions(**GOOD).warmup_steps == 3
    assert TrainingOptions(**GOOD, num_warmup_steps=0).warmup_steps == 0


def test_arguments_are_the_four_whatever_else_a_run_has():
    @dataclass(frozen=True, kw_only=True)
    class More(TrainingOptions):
        seed: int

    assert More(**GOOD, seed=5).arguments() == GOOD | {"num_warmup_steps": None}
