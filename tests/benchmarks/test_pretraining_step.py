"""benchmarks.pretraining_step: work is counted right, the batch is like the text's, steps learn."""

import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from benchmarks.peers import draw_batch, ours
from benchmarks.pretraining_step import (
    ON_CPU,
    Size,
    multiply_adds,
    report,
    time_forward,
    time_parts,
    time_steps,
)
from bert_core import BERTConfig


def test_multiply_adds_as_pytorch_counts_them(sizes, variant):
    config = BERTConfig(**{**sizes, **variant, "max_len": 13})
    batch = draw_batch(config, 5, 13, shortest=13)
    model, loss = ours(config, batch)
    model.eval()
    # the counter knows the products of the plain formula, not the fused kernel
    with FlopCounterMode(display=False) as counter, sdpa_kernel(SDPBackend.MATH), torch.no_grad():
        loss()
    predictions = int(batch.masked.weights.sum())
    assert 2 * multiply_adds(config, 5, 13, predictions) == counter.get_total_flops()


def test_a_third_of_the_texts_slots_only_fill_up():
    """32 % in WikiText-2 by the text's recipe."""
    weights = ON_CPU["text"].batch().masked.weights
    assert weights.shape == (64, 10)
    assert (weights == 0).float().mean() == pytest.approx(0.32, abs=0.03)


def test_the_report_holds_every_number(sizes):
    size = Size(BERTConfig(**{**sizes, "max_len": 13}), 5, 13, shortest=7, repeats=2)
    device = torch.device("cpu")
    found = {
        "steps": {"small": time_steps("small", size, device)},
        "parts": {"small": time_parts("small", size, device)},
        "forward": {"small": time_forward("small", size, device)},
    }
    rivals = found["steps"]["small"]["rivals"]
    assert rivals["bert_core"]["times_ours"] == (1, 1, 1)
    assert all(row["milliseconds"] > 0 for row in rivals.values())
    lines = report(found)
    for rival, row in rivals.items():
        assert rival in lines
        assert f"{row['times_ours'][1]:.2f}" in lines
    for what, row in found["parts"]["small"].items():
        assert what in lines
        assert f"{row['times_whole'][1]:.2f}" in lines
    assert f"{found['forward']['small']['share'][1]:.0%}" in lines
