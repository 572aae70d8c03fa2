"""bert_lab.history.registry: all systems by name, what each reads, stored and read again.

Half a minute of a processor: GloVe counts the whole text before its first step, and the command has
to be seen training it, and CoVe on it, from the beginning, with another seed, and once more.
"""

import json
import shutil

import pytest
import torch
from safetensors.torch import save_file

from bert_core.inputs import SEP
from bert_lab.checkpoint import open_weights
from bert_lab.history import SYSTEMS, load_system, train_system
from bert_lab.history import __main__ as command
from bert_lab.history.registry import SHIPPED, WEIGHTS, own_weights, save_system
from bert_lab.pretraining import prepare
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.record import read_run
from tests.helpers.close import MINI, assert_close

STORED = [name for name in SYSTEMS if name != "bert"]
NAMES = ("num_train_steps", "train_batch_size", "learning_rate")
BRIEF = TrainingOptions(3, 16, 1e-3)


@pytest.fixture(scope="module")
def batch():
    """Five held-out pairs of different lengths: tokens, segments, valid_lens."""
    pairs = prepare().held_out.select(torch.tensor([0, 10, 20, 30, 40]))
    assert len(set(pairs.valid_lens.tolist())) > 2
    return pairs.tokens, pairs.segments, pairs.valid_lens


@pytest.mark.parametrize("name", SYSTEMS)
def test_layers_are_vectors_of_every_token(name, batch):
    system = load_system(name)
    assert system.name == name
    assert not system.training
    layers = system.layers(*batch)
    assert len(layers) == (1 if system.reads == "word" else 3)
    for layer in layers:
        assert layer.shape[:2] == batch[0].shape
        assert layer.dtype == torch.float32
        assert not layer.requires_grad
        assert layer.isfinite().all()


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_top_vector_depends_on_what_it_reads(name, batch):
    """One word in the middle is exchanged: whose vectors change?"""
    system, (tokens, segments, valid_lens) = load_system(name), batch
    place, changed = 6, tokens.clone()
    changed[:, place] = torch.where(tokens[:, place] == 100, 101, 100)
    before, after = (system.layers(x, segments, valid_lens)[-1] for x in (tokens, changed))
    moved = (before - after).abs().amax(dim=-1) > 1e-6  # (B, T)
    real = torch.arange(tokens.shape[1]) < valid_lens[:, None]
    assert moved[:, place].all()
    assert moved[:, :place].any() == (system.reads == "both")
    assert moved[:, place + 1 :][real[:, place + 1 :]].any() == (system.reads != "word")


@pytest.mark.parametrize("name", SYSTEMS)
def test_padding_changes_nothing(name, batch):
    system, (tokens, segments, valid_lens) = load_system(name), batch
    whole = system.layers(tokens, segments, valid_lens)
    for row, length in enumerate(valid_lens.tolist()):
        alone = system.layers(
            tokens[row : row + 1, :length], segments[row : row + 1, :length], None
        )
        for layer, other in zip(whole, alone, strict=True):
            assert_close(layer[row, :length], other[0], roundings=MINI)


@pytest.mark.parametrize("name", STORED)
def test_records_tell_what_was_trained(name):
    run = read_run(SHIPPED / name)
    system = load_system(name)
    assert run.summary["parameters"] == sum(p.numel() for p in own_weights(system).values())
    assert system.options == TrainingOptions(*(run.summary[key] for key in NAMES))
    assert run.curve[-1]["step"] == system.options.num_train_steps
    assert run.curve[-1]["loss"] < run.curve[0]["loss"]
    assert run.summary["seed"] == 0
    line = run.summary["lines"].get("unigram_loss", float("inf"))
    losses = [value for key, value in run.summary["held_out"].items() if "loss" in key]
    assert max(losses) < line


@pytest.mark.parametrize("name", STORED)
def test_the_record_is_that_of_the_stored_weights(name):
    recorded = read_run(SHIPPED / name).summary
    found = load_system(name).judge(recorded["seed"])
    assert found.held_out == pytest.approx(recorded["held_out"], rel=2e-3)
    assert found.lines == pytest.approx(recorded["lines"], rel=2e-3)


def test_stored_and_read_again(tmp_path):
    trained = train_system("elmo", options=BRIEF)
    save_system(trained, tmp_path / "elmo", {"command": "a test"})
    found = load_system("elmo", tmp_path)
    for key, weight in trained.state_dict().items():
        assert found.state_dict()[key].equal(weight.half().float()), key


def test_same_seed_same_system():
    one, same, other = (train_system("word2vec", seed, options=BRIEF) for seed in (0, 0, 1))
    assert not one.training
    assert one.centre.weight.equal(same.centre.weight)
    assert not one.centre.weight.isclose(other.centre.weight)[5:].any()


@pytest.mark.parametrize("ask", [load_system, train_system])
def test_unknown_name(ask):
    with pytest.raises(ValueError, match=r"word2vec, glove, .*, got 'fasttext'"):
        ask("fasttext")


def test_weights_that_do_not_fit(tmp_path):
    (tmp_path / "glove").mkdir()
    sizes = {"sizes": json.dumps({"vocab_size": 23, "num_hiddens": 5})}
    save_file({"centre.weight": torch.zeros(23, 5)}, tmp_path / "glove" / WEIGHTS, sizes)
    with pytest.raises(ValueError, match="expected weights"):
        load_system("glove", tmp_path)


@pytest.mark.parametrize("name", SYSTEMS)
def test_wrong_input_is_refused(name):
    system = load_system(name)
    tokens = torch.tensor([[2, 7, SEP]])
    with pytest.raises(IndexError, match="token ids from 0 to 760, got 761"):
        system.layers(tokens + 754, torch.zeros_like(tokens))
    with pytest.raises(ValueError, match="segments"):
        system.layers(tokens, torch.zeros(1, 4, dtype=torch.int64))


@pytest.fixture
def brief(monkeypatch):
    for name in ("glove", "cove"):
        monkeypatch.setattr(command.find_system(name), "options", TrainingOptions(20, 16, 1e-3))


def _refusal(capsys, *words):
    capsys.readouterr()
    with pytest.raises(SystemExit) as caught:
        command.main([*map(str, words)])
    assert caught.value.code == 2
    (line,) = [x for x in capsys.readouterr().err.splitlines() if "error" in x]
    return line


def _stored(path):
    """What a file of weights says; safetensors writes the header in an order of its own."""
    with open_weights(path) as file:
        tensors = {key: file.get_tensor(key).tolist() for key in file.keys()}  # noqa: SIM118
        return file.metadata(), tensors


@pytest.mark.weekly
def test_the_command_trains_what_is_needed_and_keeps_what_is_there(tmp_path, brief, capsys):
    words = ["--system", "cove", "--seed", "0", "--out", str(tmp_path)]
    command.main(words)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cove", "glove"]
    for name in ("cove", "glove"):
        names = sorted(path.name for path in (tmp_path / name).iterdir())
        assert names == [WEIGHTS, "record.jsonl"]
    summary = read_run(tmp_path / "cove").summary
    assert summary["command"].endswith(f"--system cove --seed 0 --out {tmp_path}")
    assert '"system": "cove"' in capsys.readouterr().out

    before = _stored(tmp_path / "cove" / WEIGHTS)
    record = (tmp_path / "glove" / "record.jsonl").read_bytes()
    assert "results are there already; --overwrite replaces" in _refusal(capsys, *words)
    shutil.rmtree(tmp_path / "cove")
    command.main(words)
    assert f"{tmp_path / 'glove'} is there already" in capsys.readouterr().err
    assert _stored(tmp_path / "cove" / WEIGHTS) == before
    assert (tmp_path / "glove" / "record.jsonl").read_bytes() == record


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--system", "bart"], "argument --system: invalid choice: 'bart'"),
        (
            ["--out", "/dev/null/new"],
            "argument --out/--output_dir: expected a folder, got the file",
        ),
        (["--out", ""], "argument --out/--output_dir: expected a name, got an empty one"),
        (["--seed", "-1"], "argument --seed: expected 0 to 4294967295, got -1"),
    ],
)
def test_the_command_answers_a_mistake_in_one_line(change, message, tmp_path, capsys):
    with pytest.raises(SystemExit) as caught:
        command.main(["--out", str(tmp_path / "new"), *change])
    assert caught.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"python -m bert_lab.history: error: {message}")
    assert not (tmp_path / "new").exists()
