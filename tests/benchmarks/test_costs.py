"""benchmarks.costs: a packed text has the vectors that it has alone, and each way has its time."""

import json

import pytest
import torch

from benchmarks import costs
from bert_lab.checkpoint import load_mini_bert
from tests.helpers.close import MINI, assert_close


def test_a_packed_text_has_the_vectors_that_it_has_alone(monkeypatch):
    model, _ = load_mini_bert()
    monkeypatch.setattr(costs, "MAX_LEN", 12)
    rows = [torch.arange(5, 5 + n) for n in (3, 7, 5, 11)]
    packed = costs.pack(rows)
    assert [[len(row) for row in some] for some in packed] == [[3, 7], [5], [11]]
    with torch.no_grad():
        together = torch.cat([costs.read_packed(model, some)[0] for some in packed])
        alone = [model.encoder(row[None], torch.zeros_like(row[None]))[0] for row in rows]
    assert_close(together, torch.cat(alone), roundings=MINI)


@pytest.mark.filterwarnings("ignore:torch.ao.quantization is deprecated")
@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")
def test_a_record_has_a_time_for_each_way(tmp_path, monkeypatch):
    monkeypatch.setattr(costs, "load_bert", lambda name, generator: load_mini_bert())
    monkeypatch.setattr(costs, "MAX_LEN", 30)
    monkeypatch.setattr("bert_lab.search.vectors.MAX_LEN", 30)
    monkeypatch.setattr(costs, "LENGTHS", (4, 9))
    threads = torch.get_num_threads()
    try:
        costs.main(["--json", str(tmp_path / "found.json")])
    finally:
        torch.set_num_threads(threads)
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    places = [way["places"] for way in found["padding"].values()]
    assert places[0] > places[1] > places[2] == found["tokens"]
    assert all(ms > 0 for way in found["precision"].values() for ms in way.values())
