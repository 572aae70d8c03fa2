"""bert_lab.training_loop.evaluation: all modes are restored, even after an error."""

import pytest
import torch
from torch import nn

from bert_lab.training_loop.evaluation import evaluating


@pytest.fixture
def model():
    """In training mode, but for one part."""
    model = nn.Sequential(nn.Dropout(0.5), nn.Linear(3, 2), nn.Dropout(0.5)).train()
    model[2].eval()
    return model


def _modes(model):
    return [module.training for module in model.modules()]


def test_every_part_goes_back_to_its_own_mode(model):
    with evaluating(model):
        assert not any(_modes(model))
        assert not torch.is_grad_enabled()
    assert _modes(model) == [True, True, True, False]
    assert torch.is_grad_enabled()
