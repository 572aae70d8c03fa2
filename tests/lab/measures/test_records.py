"""bert_lab.measures.records: written data are read back, rounded."""

import json

import pytest

from bert_lab.measures import recorded, records
from bert_lab.measures.records import rounded, write_record


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "RECORDED", tmp_path)
    return tmp_path


def test_a_record_comes_back_with_how_it_was_made(folder):
    found = {"loss": [1.23456, 2], "rows": [{"word": "crane", "probability": 0.000123456}]}
    write_record(folder / "trial.json", found, "python -m trial", 12.3456)
    back = recorded("trial")
    assert back["loss"] == [1.235, 2]
    assert back["rows"] == [{"word": "crane", "probability": 0.0001235}]
    assert back["command"] == "python -m trial"
    assert back["seconds"] == 12.3
    assert {"machine", "torch"} <= back.keys()
    assert [path.name for path in folder.iterdir()] == ["trial.json"]


def test_a_line_for_each_key_keeps_differences_small(folder):
    write_record(folder / "trial.json", {"b": {"c": 1}, "a": 2}, "", 0)
    lines = (folder / "trial.json").read_text("utf-8").splitlines()
    assert lines[-3:] == ['"b": {"c": 1},', '"a": 2', "}"]


def test_rounding_by_hand():
    assert rounded((123456.0, 0.0, -1e-9, True, "0.123456", None)) == [
        123500.0,
        0.0,
        -1e-9,
        True,
        "0.123456",
        None,
    ]
    assert rounded({"a": {"b": 1.26}}, digits=2) == {"a": {"b": 1.3}}
    assert isinstance(rounded(7), int)


def test_an_unknown_name_is_told_which_there_are(folder):
    (folder / "probes.json").write_text(json.dumps({}))
    with pytest.raises(FileNotFoundError, match=r"\(probes\), got 'probe'"):
        recorded("probe")
