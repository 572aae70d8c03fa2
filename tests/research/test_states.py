"""research/states.py: the states are those of the shipped run, at known steps."""

import states
from bert_lab.checkpoint.snapshots import STATES, kept_steps
from bert_lab.measures import recorded


def test_the_states_that_the_package_has_are_those_of_the_command():
    assert kept_steps() == list(states.STEPS)
    assert set(states.STEPS) <= set(recorded("probes")["steps"])
    assert sum(path.stat().st_size for path in STATES.iterdir()) < 1_300_000
