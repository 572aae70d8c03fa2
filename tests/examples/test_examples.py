"""The scripts in examples/ train exactly as the commands that they name, to the last bit."""

import runpy
import sys

import pytest
from safetensors.torch import load_file

from bert_lab.checkpoint import MINI_BERT
from bert_lab.finetuning.__main__ import main as finetuning
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


def assert_same(one, other, file="model.safetensors"):
    one, other = (load_file(folder / file) for folder in (one, other))
    assert one.keys() == other.keys()
    assert all((one[name] == other[name]).all() for name in one)


def test_pretrain(text, tmp_path, monkeypatch):
    run(monkeypatch, "pretrain.py", text, tmp_path / "a", 3)
    pretraining(["--corpus", str(text), "--num_train_steps", "3", "--out", str(tmp_path / "b")])
    assert_same(tmp_path / "a", tmp_path / "b")


def test_adapter(text, tmp_path, monkeypatch):
    run(monkeypatch, "adapter.py", MINI_BERT, text, tmp_path / "a", 3)
    options = ["--init", str(MINI_BERT), "--lora", "4", "--num_train_steps", "3"]
    pretraining(["--corpus", str(text), *options, "--out", str(tmp_path / "b")])
    assert_same(tmp_path / "a", tmp_path / "b", "adapter.safetensors")


def test_fine_tune(tmp_path, monkeypatch):
    films = ("0 the film is dull and {} hours long\n", "1 the film is great and {} hours long\n")
    lines = "".join(films[i % 2].format(i % 7) for i in range(40))
    for split in ("train", "test"):
        (tmp_path / f"stsa.binary.{split}").write_text(lines, "utf-8")
    run(monkeypatch, "fine_tune.py", MINI_BERT, tmp_path, tmp_path / "a")
    options = ["--task", "sst2", "--model", str(MINI_BERT), "--data", str(tmp_path)]
    finetuning([*options, "--out", str(tmp_path / "b")])
    assert_same(tmp_path / "a", tmp_path / "b/sst2")
