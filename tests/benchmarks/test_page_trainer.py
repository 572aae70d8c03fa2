"""The page's trainer beside its rivals: the same batch for all, and a report of what it took."""

import pytest

from benchmarks import page_trainer
from bert_core import BERTConfig

TINY = {"num_hiddens": 8, "ffn_num_hiddens": 8, "num_blks": 1}


@pytest.mark.weekly
def test_both_take_the_same_steps():
    found = page_trainer.measure(1, config=TINY, batch=4)
    assert set(found["milliseconds"]) == {"kernels in WebAssembly", "PyTorch"}
    assert all(times > [0] for times in found["milliseconds"].values())
    lines = page_trainer.report(found).splitlines()
    assert len(lines) == 4
    assert "GFLOP" in lines[0]


def test_products_are_counted_by_hand():
    # 5 tokens, all in one pair; <cls> and a word are asked for in the only block
    batch = {"tokens": [2, 5, 3, 6, 3], "isNext": [1], "pred_positions": [1]}
    config = BERTConfig(11, 2, 3, num_heads=1, num_blks=1, dropout=0.0)
    block = 2 * (2 * 4 + 2 * 6 + 2 * 5 * 2) + 5 * 2 * 4
    heads = (4 + 2 * 11) + (4 + 2 * 2)
    assert page_trainer.multiply_adds(config, batch) == block + heads


def test_the_parts_are_small():
    found = page_trainer.sizes()
    assert sum(found.values()) < 34_000
