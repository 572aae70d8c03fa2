"""research/floor.py, and the record that the book quotes."""

import pytest
import torch

import floor as script
from bert_core.masking import mask_tokens
from bert_lab.measures import recorded
from bert_lab.world.floor import draw_pairs, floor
from bert_lab.world.ideal import IdealPredictor
from bert_lab.world.mini_world import grammar, vocabulary

NAMES = ("mlm_loss", "nsp_loss", "mlm_accuracy", "nsp_accuracy")


def test_a_small_run(run_small, monkeypatch):
    monkeypatch.setattr(script, "NUM_PAIRS", 40)
    found = run_small(script)
    assert found.keys() == recorded("floor").keys()
    assert found["num_pairs"] == found["inputs"]["num_pairs"] == 40
    assert 100 < found["num_predictions"] < 160
    assert 0 < found["mlm_loss"]["standard_error"] < found["mlm_loss"]["mean"] < 0.5
    assert 0.97 < found["nsp_accuracy"]["mean"] < 1


@pytest.mark.weekly
def test_the_record_is_the_floor_of_the_present_grammar():
    token_ids = vocabulary()
    data = draw_pairs(300, token_ids, seed=11)
    generator = torch.Generator().manual_seed(11)
    masked = mask_tokens(data.tokens, len(token_ids), generator=generator)
    found, record = floor(IdealPredictor(grammar(), token_ids), masked), recorded("floor")
    for name in NAMES:
        mean, error = getattr(found, name)
        assert abs(mean - record[name]["mean"]) < 4 * error
        assert record[name]["standard_error"] < error / 5
