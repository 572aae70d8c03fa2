"""benchmarks.pretraining_step: the batch is like the text's, steps learn."""

import json

import pytest

from benchmarks import pretraining_step
from benchmarks.__main__ import main
from benchmarks.pretraining_step import SIZES, Size
from bert_core import BERTConfig


def test_a_third_of_the_texts_slots_only_fill_up():
    """32 % in WikiText-2 by the text's recipe."""
    weights = SIZES["text"].batch().masked.weights
    assert weights.shape == (64, 10)
    assert (weights == 0).float().mean() == pytest.approx(0.32, abs=0.03)


@pytest.mark.weekly
def test_the_command_times_every_rival_and_keeps_a_record(sizes, monkeypatch, tmp_path, capsys):
    size = Size(BERTConfig(**{**sizes, "max_len": 13}), 5, 13, shortest=7, repeats=2)
    monkeypatch.setattr(pretraining_step, "SIZES", {"text": size, "base": size})
    main(["--json", str(tmp_path / "bench.json")])
    found = json.loads((tmp_path / "bench.json").read_text("utf-8"))["pretraining_step"]
    printed = capsys.readouterr().out
    rivals = found["steps"]["text"]["rivals"]
    assert rivals["bert_core"]["times_ours"] == [1, 1, 1]
    for rival, row in rivals.items():
        assert row["milliseconds"] > 0
        assert rival in printed
        assert f"{row['times_ours'][1]:.2f}" in printed
    assert found["forward"]["base"]["milliseconds"] > 0
