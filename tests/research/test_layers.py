"""research/layers.py on a small folder."""

import pytest

import layers as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from layers import TASKS, TRAINED, UNTRAINED

PLACES = "river", "bank", "park", "pond"
SICK = "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n"


@pytest.fixture
def small(tmp_path, monkeypatch):
    """Three data sets of a few lines in their authors' forms, and the mini-BERT."""
    monkeypatch.setattr(script, "load_released", load_mini_bert)
    monkeypatch.setattr(script, "NUM_TRAIN", 12)
    monkeypatch.setattr(script, "NUM_TEST", 8)
    texts = [
        f"the {'old' if i % 2 else 'young'} crane came to the {PLACES[i % 4]}" for i in range(12)
    ]
    lines = {
        "sst2/stsa.binary.train": "".join(f"{i % 2} {text}\n" for i, text in enumerate(texts)),
        "wnut17/wnut17train.conll": "".join(
            "".join(f"{w}\t{'B-location' if w in PLACES else 'O'}\n" for w in text.split()) + "\n"
            for text in texts
        ),
        "sick/SICK.test.txt": SICK
        + "".join(f"{i}\t{t}\t{texts[0]}\t{1 + i % 5}\tNEUTRAL\n" for i, t in enumerate(texts)),
    }
    lines["sst2/stsa.binary.test"] = lines["sst2/stsa.binary.train"]
    lines["wnut17/emerging.test.annotated"] = lines["wnut17/wnut17train.conll"]
    for name, text in lines.items():
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "data"


def test_a_small_run(small, run_small):
    record = run_small(script, "--data", small)
    assert record.keys() == recorded("layers").keys()
    for task in TASKS:
        assert {who: len(scores) for who, scores in record["scores"][task].items()} == {
            TRAINED: 3,
            UNTRAINED: 3,
        }
    trained = {task: record["scores"][task][TRAINED] for task in TASKS}
    assert min(trained["place"]) > 0.9  # the same places each time
    assert trained["name"][0] == 1  # the places' own words
    assert record["examples"]["relatedness"] == [0, 8]
