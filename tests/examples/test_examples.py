"""The scripts in examples/ train as the commands that they name, and read what people have."""

import re
import runpy
import sys
from functools import partial

import pytest
import sentence_transformers
from safetensors.torch import load_file

from bert_lab.checkpoint.hub import find_folder
from bert_lab.pretraining.__main__ import main as pretraining
from bert_lab.world.mini_world import generate_stories
from tests.helpers.paths import ROOT


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """A text file of little stories, with full stops and an empty line after each."""
    path = tmp_path_factory.mktemp("text") / "stories.txt"
    documents = (
        "".join(f"{one}.\n" for one in story.sentences) for story in generate_stories(200, 1)
    )
    path.write_text("\n".join(documents), "utf-8")
    return path


def run(monkeypatch, name, *arguments):
    monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
    runpy.run_path(str(ROOT / "examples" / name), run_name="__main__")


def test_pretrain(text, tmp_path, monkeypatch):
    run(monkeypatch, "pretrain.py", text, tmp_path / "a", 3)
    pretraining(["--corpus", str(text), "--num_train_steps", "3", "--out", str(tmp_path / "b")])
    one, other = (load_file(tmp_path / name / "model.safetensors") for name in "ab")
    assert one.keys() == other.keys()
    assert all((one[name] == other[name]).all() for name in one)


@pytest.mark.parametrize(
    ("sentence", "asked"), [("语言模型预测下一个词。", "模型"), ("窓のガラスが割れた。", "ｶﾞﾗｽ")]
)
def test_find_cuts_text_without_blanks_and_counts_what_the_model_cannot_read(
    tmp_path, find, capsys, sentence, asked
):
    (tmp_path / "a.txt").write_text(f"{sentence} BERT 很好。" + sentence * 30, "utf-8")
    (tmp_path / "b.txt").write_text("鹤在飞。", "utf-8")
    pieces = find.read_folder(tmp_path)
    assert pieces[0][1].startswith(f"{sentence} BERT 很好。{sentence}")
    assert all(piece.endswith("。") and len(piece) <= 120 for _, piece in pieces[:-1])
    find.MODEL = str(find_folder("all-MiniLM-L6-v2"))
    words = find.make_search(pieces)(asked)["words"]
    assert min(words[:-1]) > 0 == words[-1]
    (share,) = re.findall(
        r"English; of your texts' tokens (.+)% are unknown", capsys.readouterr().out
    )
    assert float(share) > 5


def test_find_searches_a_folder_as_people_have_them(tmp_path, monkeypatch, capsys):
    folder, questions = tmp_path / "texts", tmp_path / "questions.csv"
    files = {
        "a.txt": b"Parcels\n\nA parcel that was lost is replaced after ten days.",
        "sub/b.md": "\ufeff# Café\n\nOpen from nine to five.\n".encode(),
        "c.txt": "Résumé of the meeting: the roof leaks.".encode(),
        "ガラス.txt": "ｶﾞﾗｽ窓の見積もり".encode(),
        "old.txt": "屋根".encode("cp932"),
        "long.txt": b"one very long line " * 200,
        "picture.png": b"\x89PNG\0\0",
        "drawing.svg": b"<svg>parcel</svg>",
        ".git/config": b"parcel",
        "empty.txt": b"",
    }
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    lines = (
        "question;file",
        "my package never came; a.txt",
        "who?;gone.txt",
        '"may I come, please";sub/b.md',
        "water in the ceiling;c.txt",
        "ガラス窓、カ\u3099ラス.txt",
    )
    questions.write_text("\r\n".join(lines), "utf-8-sig")
    name = str(find_folder("all-MiniLM-L6-v2"))
    made = partial(sentence_transformers.SentenceTransformer, name)
    monkeypatch.setattr(sentence_transformers, "SentenceTransformer", lambda _: made())
    run(monkeypatch, "find.py", folder, questions)
    said = capsys.readouterr().out
    assert "no plain text in UTF-8: drawing.svg old.txt picture.png\n5 files, " in said
    assert "no file of the folder: gone.txt\n" in said
    assert re.findall(r"by (words|both) +first \d of 4, among the first five 4", said)
    asked = iter(["may I come in?", ""])
    monkeypatch.setattr("builtins.input", lambda _: next(asked))
    run(monkeypatch, "find.py", folder)
    assert "\nsub/b.md: # Café Open from nine to five.\n" in capsys.readouterr().out
