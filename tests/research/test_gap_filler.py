"""The gap filler as it is shipped, and the record of what it is worth."""

from copy import deepcopy

import pytest
import torch

import _gaps
import gap_filler as script
from _gaps import ask_frequencies, ask_gaps, frequent_gaps, gaps
from bert_core.pairs import Pair, pack_pairs
from bert_lab.checkpoint import GAP_FILLER, load_bert, missing_heads
from bert_lab.checkpoint.adapter import adapter_parameters
from bert_lab.measures import recorded
from bert_lab.training_loop.record import read_run
from gap_filler import NOBODY, PROFESSIONS, guess_what, guess_who
from tests.helpers.close import RELEASED, assert_close, near
from tests.helpers.gap_text import write_text

RECORD = recorded("gap_filler")


@pytest.fixture(scope="module")
def filler():
    return load_bert(GAP_FILLER.name)


@pytest.fixture(scope="module")
def base():
    return load_bert("all-MiniLM-L6-v2", generator=torch.Generator().manual_seed(0))


def test_its_guesses_are_the_recorded_ones(filler, base, monkeypatch):
    assert missing_heads("gap-filler") == ("nsp",)
    few = [gaps()[i] for i in (0, 7, 23)]
    monkeypatch.setattr(_gaps, "gaps", lambda: few)
    rows = {row["text"]: row for row in RECORD["gaps"]}
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
    numbers = sum(parameter.numel() for parameter in adapter_parameters(beside).values())
    run = read_run(GAP_FILLER).summary
    assert numbers == RECORD["numbers"] == run["parameters"]
    assert (GAP_FILLER / "adapter.safetensors").stat().st_size == RECORD["bytes"] < 6e6
    tokens = torch.tensor([tokenizer.encode(gaps()[0].text).ids])
    with torch.no_grad():
        states = [m.encoder(tokens, 0 * tokens) for m in (beside, model)]
        assert_close(
            *(m.mlm.decode(X) for m, X in zip((beside, model), states, strict=True)),
            measured=1.3e-5,
        )


def test_frequencies_by_hand(filler):
    tokenizer = filler[1]
    shares = torch.full((30_522,), 1e-6)
    bank, tea = (tokenizer.token_to_id(word) for word in ("bank", "tea"))
    shares[bank], shares[tea] = 0.5, 0.25
    pairs = pack_pairs([Pair([bank, tea], [tea, bank, bank], True)], 16)
    found = ask_frequencies(shares, pairs)
    assert found["questions"] == 5
    assert found["accuracy"] == near(3 / 5, roundings=1)
    assert found["loss"] == near(
        -(3 * shares[bank].log() + 2 * shares[tea].log()).item() / 5, roundings=5
    )
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
        assert after[job] == near(1 - share, roundings=RELEASED)
    assert guess_what(other, tokenizer) == near(guess_what(model, tokenizer), roundings=RELEASED)


def test_a_small_run(run_small, tmp_path, monkeypatch):
    """Of three gaps, three passages and a little text."""
    few = [gaps()[i] for i in (0, 7, 23)]
    monkeypatch.setattr(_gaps, "gaps", lambda: few)
    monkeypatch.setattr(script, "gaps", lambda: few)
    passages, (queries, _) = script.read_passages(), script.hand_written_queries()
    few_queries = [query for query in queries if len(query.answers) == 1][:3]
    few_passages = [
        passage for passage in passages if passage.name in {q.answers[0] for q in few_queries}
    ]
    monkeypatch.setattr(script, "read_passages", lambda: few_passages)
    monkeypatch.setattr(script, "hand_written_queries", lambda: (few_queries, []))
    write_text(tmp_path)
    found = run_small(script, "--text", tmp_path)
    assert found.keys() == RECORD.keys()
    for row, gap in zip(found["gaps"], few, strict=True):
        (recorded_row,) = [other for other in RECORD["gaps"] if other["text"] == gap.text]
        assert [word for word, _ in row["guesses"]] == [w for w, _ in recorded_row["guesses"]]
        assert row["right"] == recorded_row["right"]
    for who, guesses in found["worked_as"].items():
        assert [word for word, _ in guesses] == [word for word, _ in RECORD["worked_as"][who]]
    for name in ("who", "what", "who_untrained"):
        assert found[name] == pytest.approx(RECORD[name], rel=0.01)
    assert (found["numbers"], found["bytes"]) == (RECORD["numbers"], RECORD["bytes"])
    assert found["held_out"].keys() == RECORD["held_out"].keys()
    filled = found["gaps_filled"]
    assert filled["gap filler"] == sum(row["right"] for row in found["gaps"])
    assert filled["gap filler"] > filled["untrained head"]
    losses = {who: row["loss"] for who, row in found["held_out"].items()}
    assert losses["gap filler"] < losses["untrained head"]


def test_the_record_adds_up():
    assert RECORD["gaps_filled"]["gap filler"] == sum(row["right"] for row in RECORD["gaps"])
    assert list(RECORD["who"]) == list(RECORD["who_untrained"]) == [*PROFESSIONS, NOBODY]
    assert list(RECORD["what"]) == [*PROFESSIONS]
