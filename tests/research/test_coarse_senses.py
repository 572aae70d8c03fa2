"""research/coarse_senses.py on a small folder of CoarseWSD-20's form, and the record."""

import pytest

import coarse_senses as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from coarse_senses import COARSE_WORDS, coarse_examples, first_of_each

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


def test_the_first_of_each_sense():
    found = [("", i, sense) for i, sense in enumerate("aabab" + "c")]
    assert [at for _, at, _ in first_of_each(found, 2)] == [0, 1, 2, 4, 5]
    assert [at for _, at, _ in first_of_each(found, 2, least=2)] == [0, 1, 2, 4]


def coarse_folder(folder, data="1\tthe bank failed\n3\twe sat on bank by bank\n", gold="0\n1\n"):
    (folder / "bank").mkdir()
    (folder / "bank" / "test.data.txt").write_text(data)
    (folder / "bank" / "test.gold.txt").write_text(gold)
    return folder


@pytest.mark.parametrize(
    ("data", "gold", "message"),
    [
        ("1\tthe bank\n", "0\n1\n", "expected 2 lines, as test.gold.txt has, got 1"),
        ("0\tthe bank\n", "0\n", "expected the place of 'bank', a tab and the sentence, got"),
        ("one\tthe bank\n", "0\n", "expected the place of 'bank'"),
        ("1 the bank\n", "0\n", "expected the place of 'bank'"),
        ("9\tthe bank\n", "0\n", "expected the place of 'bank'"),
    ],
)
def test_lines_of_another_form_are_refused(tmp_path, data, gold, message):
    _, tokenizer = load_mini_bert()
    folder = coarse_folder(tmp_path, data, gold)
    with pytest.raises(ValueError, match=f"test.data.txt: {message}"):
        coarse_examples(folder, "bank", "test", tokenizer)


def test_a_folder_without_the_words_is_refused(run_small, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"none for apple, arm, bank.*github\.com"):
        run_small(script, "--data", tmp_path)


def test_the_record_adds_up():
    record = recorded("coarse_senses")
    assert list(record["words"]) == list(COARSE_WORDS)
    assert set(record["triplet words"]) <= set(COARSE_WORDS)
    total = sum(word["asked"] for word in record["words"].values())
    for layers in record["nearest sense"].values():
        for means in layers:
            assert means["sentences"] * total == pytest.approx(
                round(means["sentences"] * total), abs=total * 5e-5
            )
            assert means["senses"][1] <= means["senses"][0] <= means["senses"][2]
