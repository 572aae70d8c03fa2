"""research/adapters.py: what each try moves, and a small run."""

from copy import deepcopy

import pytest
import torch

import _gaps
import adapters as script
from _gaps import gaps
from adapters import TRIES, make_trainable
from bert_lab.checkpoint import load_bert
from bert_lab.measures import recorded
from tests.helpers.gap_text import write_text

RECORD = recorded("adapters")


@pytest.fixture(scope="module")
def base():
    return load_bert("all-MiniLM-L6-v2", generator=torch.Generator().manual_seed(0))


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


@pytest.mark.weekly
def test_a_small_run(run_small, tmp_path, monkeypatch):
    """Of a step each, with a little text and three gaps."""
    few = [gaps()[i] for i in (0, 7, 23)]
    monkeypatch.setattr(_gaps, "gaps", lambda: few)
    monkeypatch.setattr(script, "STEPS", 1)
    monkeypatch.setattr(script, "BATCH", 2)
    monkeypatch.setattr(script, "TRIES", {name: TRIES[name] for name in ("rank 8", "head alone")})
    write_text(tmp_path)
    found = run_small(script, "--text", tmp_path)
    assert found.keys() == RECORD.keys()
    for name, one in found["tries"].items():
        assert one.keys() == RECORD["tries"][name].keys()
        for same in ("trained", "rank", "learning_rate", "masked_lm_prob", "state_megabytes"):
            assert one[same] == RECORD["tries"][name][same]
