"""The gap filler as it is shipped, and a small run of what it is worth."""

import pytest
import torch

import _gaps
import gap_filler as script
from _gaps import ask_gaps, gaps
from bert_lab.checkpoint import GAP_FILLER, load_bert, missing_heads
from bert_lab.checkpoint.adapter import adapter_parameters
from bert_lab.measures import recorded
from bert_lab.training_loop.record import read_run
from tests.helpers.close import assert_close
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


@pytest.mark.weekly
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
    assert (found["numbers"], found["bytes"]) == (RECORD["numbers"], RECORD["bytes"])
    assert found["held_out"].keys() == RECORD["held_out"].keys()
    filled = found["gaps_filled"]
    assert filled["gap filler"] == sum(row["right"] for row in found["gaps"])
    assert filled["gap filler"] > filled["untrained head"]
    losses = {who: row["loss"] for who, row in found["held_out"].items()}
    assert losses["gap filler"] < losses["untrained head"]
