"""The page's trainer beside its rivals: the same batch for all, and a report of what it took."""

import pytest

from benchmarks import page_trainer

TINY = {"num_hiddens": 8, "ffn_num_hiddens": 8, "num_blks": 1}


@pytest.mark.weekly
def test_both_take_the_same_steps():
    found = page_trainer.measure(1, config=TINY, batch=4)
    assert set(found["milliseconds"]) == {"kernels in WebAssembly", "PyTorch"}
    assert all(times > [0] for times in found["milliseconds"].values())
    lines = page_trainer.report(found).splitlines()
    assert len(lines) == 4


def test_the_parts_are_small():
    found = page_trainer.sizes()
    assert sum(found.values()) < 34_000
