"""DistilBERT: what a student learns from."""

import torch

from bert_lab.successors.distilbert import soft_loss
from tests.helpers.close import assert_close


def test_the_loss_by_hand(generator):
    student, teacher = torch.randn(2, 6, 5, generator=generator, dtype=torch.double)
    for temperature in (1.0, 2.0):
        p, q = ((x / temperature).softmax(dim=-1) for x in (teacher, student))
        by_hand = temperature**2 * (p * (p / q).log()).sum(dim=-1).mean()
        assert_close(soft_loss(student, teacher, temperature), by_hand, roundings=20)
    assert soft_loss(teacher, teacher).abs() < 1e-12
