"""The gap filler as it is shipped, and what it and other tries are judged by."""

from copy import deepcopy

import pytest
import torch
from torch.testing import assert_close

from bert_core.pairs import Pair, pack_pairs
from bert_lab.ask.__main__ import main as ask
from bert_lab.checkpoint import GAP_FILLER, load_bert, missing_heads
from bert_lab.checkpoint.adapter import learned
from bert_lab.experiments import recorded
from bert_lab.experiments.adapters.biases import NOBODY, PROFESSIONS, guess_what, guess_who
from bert_lab.experiments.adapters.scores import ask_frequencies, ask_gaps, frequent_gaps, gaps
from bert_lab.experiments.adapters.tries import TRIES, make_trainable
from bert_lab.training_loop.record import read_run


@pytest.fixture(scope="module")
def filler():
    return load_bert(GAP_FILLER.name)


@pytest.fixture(scope="module")
def base():
    return load_bert("all-MiniLM-L6-v2", generator=torch.Generator().manual_seed(0))


def test_its_guesses_are_the_recorded_ones(filler, base, monkeypatch):
    assert missing_heads("gap-filler") == ("nsp",)
    record = recorded("gap_filler")
    few = [gaps()[i] for i in (0, 7, 23)]
    monkeypatch.setattr("bert_lab.experiments.adapters.scores.gaps", lambda: few)
    rows = {row["text"]: row for row in record["gaps"]}
    for found in ask_gaps(*filler):
        expected = rows[found["text"]]
        assert found["right"] == expected["right"]
        for (word, share), (other, recorded_share) in zip(
            found["guesses"], expected["guesses"], strict=True
        ):
            assert word == other
            assert share == pytest.approx(recorded_share, abs=2e-3)
    assert not any(row["right"] for row in ask_gaps(*base))


def test_it_is_beside_its_base_or_in_it(filler):
    model, tokenizer = filler
    beside, _ = load_bert(GAP_FILLER, merged=False)
    numbers = sum(parameter.numel() for parameter in learned(beside).values())
    record = recorded("gap_filler")
    run = read_run(GAP_FILLER).summary
    assert numbers == record["numbers"] == run["parameters"]
    assert (GAP_FILLER / "adapter.safetensors").stat().st_size == record["bytes"] < 6e6
    tokens = torch.tensor([tokenizer.encode(gaps()[0].text).ids])
    with torch.no_grad():
        states = [m.encoder(tokens, 0 * tokens) for m in (beside, model)]
        assert_close(*(m.mlm.decode(X) for m, X in zip((beside, model), states, strict=True)))


def test_a_reader_asks_it_by_its_name(capsys):
    ask(["gap-filler", "i went to the [MASK] to deposit cash"])
    first = capsys.readouterr().out.splitlines()[0]
    assert first.endswith("%  bank")
    with pytest.raises(SystemExit):
        ask(["all-MiniLM-L6-v2", "i went to the [MASK]"])
    assert "ask a model that has one: gap-filler here" in capsys.readouterr().err


def test_frequencies_by_hand(filler):
    tokenizer = filler[1]
    shares = torch.full((30_522,), 1e-6)
    bank, tea = (tokenizer.token_to_id(word) for word in ("bank", "tea"))
    shares[bank], shares[tea] = 0.5, 0.25
    pairs = pack_pairs([Pair([bank, tea], [tea, bank, bank], True)], 16)
    found = ask_frequencies(shares, pairs)
    assert found["questions"] == 5
    assert found["accuracy"] == pytest.approx(3 / 5)
    assert found["loss"] == pytest.approx(-(3 * shares[bank].log() + 2 * shares[tea].log()) / 5)
    filled = {gap.text for gap in gaps() if {"bank", "tea"} & set(gap.words)}
    assert frequent_gaps(shares, tokenizer) in (len(filled), len(filled) + 1)  # any third piece


def test_who_it_is_turns_round_with_the_words_for_them(filler):
    model, tokenizer = filler
    other = deepcopy(model)
    pairs = [[tokenizer.token_to_id(w) for w in two] for two in (("she", "he"), ("her", "his"))]
    rows = torch.arange(30_522)
    for hers, his in pairs:
        rows[[hers, his]] = torch.tensor([his, hers])
    with torch.no_grad():
        other.mlm.decoder.bias.copy_(model.mlm.decoder.bias[rows])
        other.mlm.decoder.weight = torch.nn.Parameter(model.mlm.decoder.weight[rows])
    before, after = guess_who(model, tokenizer), guess_who(other, tokenizer)
    assert list(before) == [*PROFESSIONS, NOBODY]
    for job, share in before.items():
        assert after[job] == pytest.approx(1 - share, abs=1e-5)
    assert guess_what(other, tokenizer) == pytest.approx(guess_what(model, tokenizer), rel=1e-4)


def test_what_a_try_may_move(base):
    counts = {}
    for rank in (None, 0, 8):
        model = deepcopy(base[0])
        counts[rank] = make_trainable(model, rank)
    head = 384 * 384 + 3 * 384 + 30_522
    assert counts[0] == head
    assert counts[8] == 8 * 6 * (4 * 768 + 2 * 1_920) + head + sum(
        p.numel() for p in base[0].encoder.parameters() if p.dim() == 1
    )
    assert counts[None] > 22_000_000
    assert {one.rank for one in TRIES.values()} >= {None, 0, 8, 32, 64}
