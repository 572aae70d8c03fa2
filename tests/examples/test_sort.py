"""examples/sort.py alone, with nothing of this book, on CSV files as people have them."""

import runpy
import sys

import pytest
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    BertConfig,
    BertModel,
    BertTokenizerFast,
)

from tests.helpers.paths import ROOT

SCRIPT = ROOT / "examples" / "sort.py"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"text": "One", "label": "a"}\n', "JSON"),
        (b"__label__a One\n__label__b Two\n", "fastText"),
        (b"one\ntwo\n", "two columns"),
        (b"", "two columns"),
        (b"text,label\nOne,a\nTwo,a\n", "two classes"),
    ],
)
def test_what_cannot_be_learned_is_refused_in_a_line(tmp_path, monkeypatch, capsys, data, problem):
    path = tmp_path / "mails.csv"
    path.write_bytes(data)
    model = tiny(tmp_path)
    capsys.readouterr()  # of making it
    assert run(monkeypatch, path, model) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert problem in line


def tiny(folder):
    """A folder with a BERT that fits into a test."""
    words = "[PAD] [UNK] [CLS] [SEP] [MASK] the parcel bill is late wrong here 0 1 2 3"
    pieces = [*words.split(), *(f"##{i}" for i in range(10)), *"456789"]
    folder = folder / "tiny"
    BertTokenizerFast(vocab={w: i for i, w in enumerate(pieces)}).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(pieces),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
    )
    BertModel(config).save_pretrained(folder)
    return folder


def run(monkeypatch, *arguments):
    """Its exit status."""
    monkeypatch.setattr(sys, "argv", ["sort.py", *map(str, arguments)])
    try:
        runpy.run_path(str(SCRIPT), run_name="__main__")
    except SystemExit as error:
        return error.code
    return 0


def test_it_learns_keeps_the_best_epoch_and_answers(tmp_path, monkeypatch, capsys, sort):
    """Classes of very different size, one of them with a single text."""
    monkeypatch.chdir(tmp_path)
    rows = [(f"the parcel {i} is late", "delivery") for i in range(40)]
    rows += [(f"the bill {i} is wrong", "billing") for i in range(5)] + [("here " * 200, "other")]
    lines = "".join(f"{text},{label}\n" for text, label in [("text", "label"), *rows])
    (tmp_path / "mails.csv").write_text(lines, "utf-8")
    assert run(monkeypatch, "mails.csv", tiny(tmp_path)) == 0
    printed = capsys.readouterr().out
    losses = [float(one.split("loss ")[1][:4]) for one in printed.splitlines() if "loss" in one]
    assert len(losses) == 34  # three steps each: a hundred at least
    assert "tokens 0.0% are unknown to" in printed
    assert "texts cut at 128 tokens: 1\n" in printed
    assert "   40 delivery" in printed
    assert "always 'delivery': 89%" in printed
    # What is stored has the lowest loss of all epochs.
    names, _, held = sort.split(rows)
    tokenizer = AutoTokenizer.from_pretrained("sorter")
    assert "[MASK]" not in tokenizer.tokenize("a [MASK] in a text")
    monkeypatch.setattr(sort, "tokenizer", tokenizer, raising=False)
    stored = AutoModelForSequenceClassification.from_pretrained("sorter")
    assert sort.judge(stored, held)[0] == pytest.approx(min(losses), abs=0.005)
    assert list(stored.config.id2label.values()) == names
    capsys.readouterr()
    assert run(monkeypatch, "the parcel 7 is late") == 0
    assert capsys.readouterr().out.splitlines()[0].endswith("delivery")


def test_nothing_to_learn_from_and_nothing_to_ask(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "mails.csv") == 2
    assert run(monkeypatch) == 2
    assert "there is no file mails.csv" in capsys.readouterr().err
