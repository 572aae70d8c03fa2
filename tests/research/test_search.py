"""research/search.py: what it trains on, and a small run."""

import pytest

import search as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from search import FIXED, KEYS, TRAINED, UNTRAINED, Collection


def test_nothing_that_is_held_out_is_trained_on():
    made = Collection()
    questions, texts, right = made.pairs()
    assert right.shape == (len(questions), len(texts))
    assert not set(questions) & set(made.questions("held out"))
    i, row = made.titles.index("nat"), right[questions.index("nat")]
    assert [texts[j] for j in row.nonzero()[:, 0]] == [made.texts[i], made.bare[i]]


@pytest.mark.weekly
def test_a_small_run(run_small, monkeypatch):
    """Of the mini-BERT; what is trained in two steps starts where the untrained search is."""
    monkeypatch.setattr(script, "load_bert", lambda name, generator: load_mini_bert())
    monkeypatch.setattr("bert_lab.search.vectors.MAX_LEN", 8)
    monkeypatch.setattr(script, "SEEDS", (0,))
    monkeypatch.setattr(script, "KEYS", [key for key in KEYS if key[1] == 0])
    monkeypatch.setitem(script.EMBEDDER, "num_train_steps", 2)
    found, record = run_small(script), recorded("search")
    assert found.keys() == record.keys()
    assert found["searches"].keys() == record["searches"].keys()
    assert found["questions"] == record["questions"]
    for runs in found["searches"].values():
        assert [len(places) for places in runs] == [len(found["questions"])]
        assert all(1 <= at <= found["entries"] for places in runs for row in places for at in row)
        assert all(row == sorted(row) for places in runs for row in places)
    assert all(len(runs[0]) == 2 for runs in found["losses"].values())
    searches = found["searches"]
    assert searches["meaning"] != searches[UNTRAINED]
    assert searches["meaning"] != searches[TRAINED]
    assert {part["key"][0] for part in found["parts"]} == {FIXED, *script.DRAWN}
