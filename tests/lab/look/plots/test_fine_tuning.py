"""Chapter 9's figures draw what the record has."""

import pytest
import torch

from bert_lab.look.plots import fine_tuning
from bert_lab.measures import recorded

RECORD = recorded("tuning")


def _lines(ax):
    return {line.get_label(): line.get_ydata() for line in ax.lines}


def test_each_rate_has_the_mean_of_its_validation_scores(ax):
    (line, *_) = _lines(fine_tuning.tried_rates(RECORD, ax)).values()
    runs = RECORD["rates"]["pretrained"].values()
    assert line == pytest.approx([sum(run["valid"] for run in row) / 3 for row in runs])


def test_what_is_frozen_is_judged_at_its_best_rate(ax):
    record = {
        "frozen": {
            "8": {
                str(n): {
                    "low": [{"valid": 0.5, "test": 0.9}],
                    "high": [{"valid": 0.6, "test": n / 10}],
                }
                for n in range(5)
            }
        }
    }
    (line,) = _lines(fine_tuning.frozen_parts(record, ax)).values()
    assert line == pytest.approx([0, 0.1, 0.2, 0.3, 0.4])


def test_ways_have_the_names_of_the_text(ax):
    lines = _lines(fine_tuning.ways_to_use(RECORD, ax))
    assert [*lines] == ["fine-tuned", "frozen vectors", "moved first", "bag of words"]
    assert lines["moved first"][-1] == pytest.approx(sum(RECORD["labels"]["same class"]["512"]) / 3)


def test_the_band_spans_the_validation_losses(ax):
    fine_tuning.overfitting(RECORD, ax)
    assert [*_lines(ax)] == ["training loss", "validation loss"]
    last = [run["valid_loss"][-1] for run in RECORD["passes"]]
    heights = ax.collections[-1].get_paths()[0].vertices[:, 1]
    assert {min(last), max(last)} <= set(heights.tolist())


def test_rows_of_the_confusion_are_shares_of_the_true_class(ax):
    truth, said = torch.tensor([0, 0, 1]), torch.tensor([[0, 1, 1], [0, 0, 0]])
    fine_tuning.confusion(truth, said, ("a", "b"), ax)
    assert [text.get_text() for text in ax.texts] == ["0.75", "0.25", "0.50", "0.50"]
