"""bert_lab.history.registry: all systems by name, what each reads, stored and read again."""

import json
import signal

import pytest
import torch
from safetensors.torch import save_file

from bert_lab.history import SHIPPED, SYSTEMS, __main__, load_system, train_system
from bert_lab.history.registry import WEIGHTS, save_system
from bert_lab.pretraining import prepare
from bert_lab.training_loop.options import TrainingOptions
from tests.helpers.close import MINI, assert_close

BRIEF = TrainingOptions(3, 16, 1e-3)


@pytest.fixture(scope="module")
def batch():
    """Five held-out pairs of different lengths: tokens, segments, valid_lens."""
    pairs = prepare().held_out.select(torch.tensor([0, 10, 20, 30, 40]))
    assert len(set(pairs.valid_lens.tolist())) > 2
    return pairs.tokens, pairs.segments, pairs.valid_lens


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


def test_the_command_trains_what_is_missing_and_hears_a_signal(tmp_path, monkeypatch):
    def train(*_, **__):
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(__main__, "train_system", train)
    __main__.main([str(SHIPPED)])
    with pytest.raises(SystemExit, match="130"):
        __main__.main([str(tmp_path)])


def test_weights_that_do_not_fit(tmp_path):
    (tmp_path / "glove").mkdir()
    sizes = {"sizes": json.dumps({"vocab_size": 23, "num_hiddens": 5})}
    save_file({"centre.weight": torch.zeros(23, 5)}, tmp_path / "glove" / WEIGHTS, sizes)
    with pytest.raises(ValueError, match="expected weights"):
        load_system("glove", tmp_path)
