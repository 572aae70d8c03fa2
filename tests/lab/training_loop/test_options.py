"""bert_lab.training_loop.options: numbers out of their range are refused at once."""

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
        ({"num_warmup_steps": 31}, "num_warmup_steps: expected 0 to 30, got 31"),
    ],
)
def test_a_number_out_of_its_range(change, message):
    with pytest.raises(ValueError, match=message):
        TrainingOptions(**(GOOD | change))


def test_a_tenth_of_the_steps_warms_up():
    assert TrainingOptions(**GOOD).warmup_steps == 3
    assert TrainingOptions(**GOOD, num_warmup_steps=0).warmup_steps == 0
