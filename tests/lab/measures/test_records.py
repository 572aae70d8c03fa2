"""bert_lab.measures.records: written data are read back, rounded."""

import json

import pytest

from bert_lab.measures import recorded, records
from bert_lab.measures.records import write_record


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


def test_an_unknown_name_is_told_which_there_are(folder):
    (folder / "probes.json").write_text(json.dumps({}))
    with pytest.raises(FileNotFoundError, match=r"\(probes\), got 'probe'"):
        recorded("probe")
