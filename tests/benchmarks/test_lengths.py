"""benchmarks.lengths: as many times as lengths, each the least of its own."""

import json

import torch

from benchmarks import lengths
from bert_core import BERTConfig, BERTModel


def test_a_record_has_a_time_for_each_length(tmp_path, monkeypatch, capsys):
    config = BERTConfig.preset("mini", vocab_size=23)
    model = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()
    monkeypatch.setattr(lengths, "load_bert", lambda name, generator: (model, None))
    monkeypatch.setattr(lengths, "REPEATS", 3)
    threads = torch.get_num_threads()
    monkeypatch.setattr(lengths, "LENGTHS", (4, 9, 31))
    try:
        lengths.main(["--json", str(tmp_path / "found.json")])
    finally:
        torch.set_num_threads(threads)
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert found["tokens"] == [4, 9, 31]
    for least, median in zip(found["milliseconds"], found["median"], strict=True):
        assert 0 < least <= median
    assert capsys.readouterr().out.splitlines()[0].split() == ["tokens", "ms", "median"]
