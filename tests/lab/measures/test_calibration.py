"""How sure, and how often right: counted by hand."""

import pytest
import torch

from bert_lab.measures.calibration import reliability


def test_tenths_and_their_gap():
    sure = torch.tensor([0.75] * 40 + [0.95] * 60 + [0.55] * 10)  # ten are too few for a dot
    scores = torch.stack([sure, 1 - sure], dim=1).log()
    labels = torch.tensor([0] * 30 + [1] * 10 + [0] * 30 + [1] * 30 + [0] * 10)
    pairs, gap = reliability(scores, labels)
    assert pairs == [pytest.approx((0.75, 0.75)), pytest.approx((0.95, 0.5))]
    assert gap == pytest.approx(60 * 0.45 / 110, abs=1e-6)  # roundings of float32
