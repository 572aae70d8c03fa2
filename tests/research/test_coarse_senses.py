"""research/coarse_senses.py on a small folder of CoarseWSD-20's form."""

import pytest

import coarse_senses as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded

WORDS = ("bank", "bat")


@pytest.fixture
def small(tmp_path, monkeypatch):
    """CoarseWSD-20 with two words, and the mini-BERT for the released model."""
    monkeypatch.setattr(script, "COARSE_WORDS", WORDS)
    monkeypatch.setattr(script, "load_released", load_mini_bert)
    monkeypatch.setattr(script, "LEAST_TEST", 2)
    words = {"bank": ("river", "cash"), "bat": ("cave", "ball")}
    for word, cues in words.items():
        for split, num in (("train", 3), ("test", 5)):
            known = sorted({*load_mini_bert()[1].get_vocab()} - {word, *cues})
            rows = [
                (f"{known.pop()} {word} {known.pop()} {cues[i % 2]}", i % 2) for i in range(2 * num)
            ]
            path = tmp_path / "data" / word / split
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".data.txt").write_text("".join(f"1\t{text}\n" for text, _ in rows))
            path.with_suffix(".gold.txt").write_text("".join(f"{sense}\n" for _, sense in rows))
    return tmp_path / "data"


def test_a_small_run(small, run_small):
    record = run_small(script, "--data", small)
    assert record.keys() == recorded("coarse_senses").keys()
    assert record["words"] == {word: {"senses": 2, "asked": 10} for word in WORDS}
    assert record["triplet words"] == list(WORDS)
    assert [len(layers) for layers in record["triplets"].values()] == [3, 1, 3, 1, 1]
    bag = record["nearest sense"]["bag of words"][0]
    assert bag["sentences"] == bag["words"] == bag["senses"][0] == 1  # a cue gives it away
    assert record["nearest sense"]["trained"][0]["sentences"] == 0.5  # the same row for both


def test_ways_of_counting_differ_where_a_sense_is_rare():
    senses = [["0"] * 9 + ["1"], ["0", "1"]]
    means = script._three_means(senses, [["0"] * 10, ["0", "1"]])
    assert means["sentences"] == pytest.approx(11 / 12)
    assert means["words"] == pytest.approx((0.9 + 1) / 2)
    assert means["senses"][0] == pytest.approx((0.5 + 1) / 2)
