"""bert_lab.experiments.senses.coarse on a small folder of CoarseWSD-20's form."""

import json
from pathlib import Path

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments.__main__ import main
from bert_lab.experiments.senses import coarse, sentences
from bert_lab.experiments.senses.coarse import CoarseSensesExperiment, first_of_each

WORDS = ("bank", "bat")


@pytest.fixture
def small(tmp_path, monkeypatch):
    """CoarseWSD-20 with two words, and the mini-BERT for the released model."""
    for module in (coarse, sentences):
        monkeypatch.setattr(module, "COARSE_WORDS", WORDS)
    monkeypatch.setattr(coarse, "load_released", load_mini_bert)
    monkeypatch.setattr(coarse, "LEAST_ASKED", 2)
    monkeypatch.chdir(tmp_path)
    words = {"bank": ("river", "cash"), "bat": ("cave", "ball")}
    for word, cues in words.items():
        for split, num in (("train", 3), ("test", 5)):
            rows = [
                (f"the {word} and {i % 2 * 'old'} {cues[i % 2]}", i % 2) for i in range(2 * num)
            ]
            path = tmp_path / "data" / word / split
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".data.txt").write_text("".join(f"1\t{text}\n" for text, _ in rows))
            path.with_suffix(".gold.txt").write_text("".join(f"{sense}\n" for _, sense in rows))
    return tmp_path / "data"


def test_one_command_does_the_same_on_coarse_words(small, capsys):
    main(["run", "coarse_senses", "--data", str(small)])
    record = json.loads(Path(capsys.readouterr().out.strip()).read_text())
    assert record["words"] == {word: {"senses": 2, "asked": 10} for word in WORDS}
    assert record["triplet words"] == list(WORDS)
    assert [len(layers) for layers in record["triplets"].values()] == [3, 1, 3, 1, 1]
    bag = record["nearest sense"]["bag of words"][0]
    assert bag["sentences"] == bag["words"] == bag["senses"][0] == 1  # a cue gives it away
    assert record["nearest sense"]["trained"][0]["sentences"] == 0.5  # the same row for both


def test_ways_of_counting_differ_where_a_sense_is_rare():
    senses = [["0"] * 9 + ["1"], ["0", "1"]]
    means = coarse._three_means(senses, [["0"] * 10, ["0", "1"]])
    assert means["sentences"] == pytest.approx(11 / 12)
    assert means["words"] == pytest.approx((0.9 + 1) / 2)
    assert means["senses"][0] == pytest.approx((0.5 + 1) / 2)


def test_a_folder_without_it_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["run", "coarse_senses", "--data", "nowhere"])
    assert stop.value.code == 2
    assert "nowhere: expected CoarseWSD-20" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_first_of_each_sense():
    found = [("", i, sense) for i, sense in enumerate("aabab" + "c")]
    assert [at for _, at, _ in first_of_each(found, 2)] == [0, 1, 2, 4, 5]
    assert [at for _, at, _ in first_of_each(found, 2, least=2)] == [0, 1, 2, 4]
    assert CoarseSensesExperiment().rounds()[0][0] == ("triplets",)
