"""bert_lab.measures.switches: each copy differs from the model in one choice, and only there."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.switches import AS_TRAINED, switched
from tests.helpers.close import MINI, assert_close

TOKENS = torch.tensor([[2, 9, 30, 4, 3, 12, 8, 3]])
SEGMENTS = torch.tensor([[0, 0, 0, 0, 0, 1, 1, 1]])
CLOSE = "GELU by tanh", "epsilon 1e-5"
SAME = AS_TRAINED, "init_std 0.02"


@pytest.fixture(scope="module")
def models():
    return switched(load_mini_bert()[0])


@torch.no_grad()
def answers(model):
    _, words, is_next = model(TOKENS, SEGMENTS, None, torch.tensor([[3]]))
    return words, is_next


def test_each_choice_changes_what_it_should(models):
    words, is_next = answers(load_mini_bert()[0])
    for name, model in models.items():
        found_words, found_next = answers(model)
        apart = (found_words - words).abs().max().item()
        if name in SAME:
            assert apart == 0
        elif name in CLOSE:
            assert 0 < apart < 0.05
        elif name == "NSP rows swapped":
            assert apart == 0
            assert_close(found_next, is_next.flip(-1), roundings=MINI)
        elif name == "untied decoder":
            assert apart > 0.5
            assert_close(found_next, is_next, roundings=MINI)
        else:
            assert apart > 0.1, name


def test_one_segment_reads_both_texts_as_the_first(models):
    with torch.no_grad():
        one = models["one segment"].encoder(TOKENS, SEGMENTS)
        plain = models[AS_TRAINED].encoder(TOKENS, 0 * SEGMENTS)
    assert_close(one, plain, roundings=MINI)
