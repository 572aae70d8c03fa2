"""Each part of each stage has a box that says its state; what moves looks unlike what does not."""

import pytest

from bert_lab.look.plots import weight_stages

STAGES = {
    "fine-tune": {"block": "trained further", "layer": "new"},
    "freeze": {"block": "frozen", "layer": "new"},
}
LABELS = {"fine-tune": "all move", "freeze": "one moves"}


def test_a_column_for_each_stage_and_a_box_for_each_part(ax):
    assert weight_stages(STAGES, LABELS, ax) is ax
    assert [tick.get_text() for tick in ax.get_xticklabels()] == [
        "fine-tune\nall move",
        "freeze\none moves",
    ]
    boxes = {(box.get_center()[0], box.get_y()): box.get_facecolor() for box in ax.patches}
    assert list(boxes) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert boxes[0, 1] == boxes[1, 1]
    assert len({boxes[0, 0], boxes[0, 1], boxes[1, 0]}) == 3
    said = {(round(text.get_position()[0]), text.get_text()) for text in ax.texts}
    assert {(0, "trained further"), (1, "frozen"), (0, "new"), (1, "new")} < said


def test_another_state_is_refused(ax):
    with pytest.raises(ValueError, match="expected one of new, trained further, frozen, got 'old'"):
        weight_stages({"a": {"block": "old"}}, {"a": ""}, ax)
