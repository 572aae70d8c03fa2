"""benchmarks.__main__: what can't be measured is said first, and the rest is measured and kept."""

import json

from benchmarks import __main__ as command
from benchmarks import data_pipeline, pretraining_step


def test_without_wikitext2_the_rest_is_measured_and_written(tmp_path, monkeypatch, capsys):
    steps = {"steps": {}, "parts": {}, "forward": {}}
    said = []

    def measure(_):
        said.append(capsys.readouterr().err)  # before anything took its time
        return steps

    def nowhere(folder, split):
        raise ConnectionError("go online")

    monkeypatch.setattr(pretraining_step, "measure", measure)
    monkeypatch.setattr(data_pipeline, "read_documents", nowhere)
    orders = data_pipeline.time_orders(5_000, repeats=2)
    monkeypatch.setattr(data_pipeline, "time_orders", lambda: orders)
    command.main(["--json", str(tmp_path / "bench.json")])
    assert "the way from text to batches is left out: go online" in said[0]
    kept = json.loads((tmp_path / "bench.json").read_text("utf-8"))
    assert kept["pretraining_step"] == steps
    assert kept["orders"]["pairs"] == 5_000
    assert "data_pipeline" not in kept
    assert "order of 5,000 pairs" in capsys.readouterr().out


def test_an_order_that_is_computed_keeps_next_to_nothing():
    found = data_pipeline.time_orders(100_000, repeats=2)
    assert found["bytes"]["randperm"] == 8 * 100_000
    assert found["bytes"]["Shuffle"] < 0.03 * found["bytes"]["randperm"]
