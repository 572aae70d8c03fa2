"""research/tuning.py: what is frozen stays; the record shows what chapter 9 says of it."""

import copy
import json

import pytest
import torch

import tuning as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from bert_lab.measures.records import rounded

RECORD = recorded("tuning")


@pytest.fixture
def small(monkeypatch):
    """The mini-BERT in the released model's place, and few and short runs."""
    model, tokenizer = load_mini_bert()
    monkeypatch.setattr(script, "load_bert", lambda *_, **__: (copy.deepcopy(model), tokenizer))
    rows = script.docstrings
    monkeypatch.setattr(script, "docstrings", lambda part: rows(part)[:32])
    for name, value in {
        "MAX_LEN": 16,
        "SEEDS": (1,),
        "SIZES": (8,),
        "RATES": (1e-3,),
        "FROZEN_RATES": (1e-3,),
        "FROZEN_SIZES": (8,),
        "FROZEN": ("none", 0, 1),
        "WAYS": {way: rates[:1] for way, rates in script.WAYS.items()},
        "ADAPTER_SIZES": (8,),
        "FEWEST_STEPS": 2,
        "PASSES_SIZE": 16,
        "LAST_PASS": 2,
    }.items():
        monkeypatch.setattr(script, name, value)


@pytest.mark.usefixtures("small")
def test_a_small_run_has_every_part(run_small):
    found = run_small(script)
    assert found.keys() == RECORD.keys()
    assert {*found["labels"]} == {*RECORD["labels"]}
    assert all(len(found["labels"][way]["8"]) == 1 for way in found["labels"])
    assert [len(run["valid_loss"]) for run in found["passes"]] == [2]
    assert {len(run["said"]) for run in found["answers"]} == {len(found["correct"])} == {32}
    assert found["device"].keys() == RECORD["device"].keys()


def test_the_record_is_what_its_parts_make():
    cells = {tuple(part["key"]): part["found"] for part in RECORD["parts"]}
    assert list(cells) == script.keys()
    made = json.loads(json.dumps(rounded(script.summarise(cells)), allow_nan=False))
    assert made == {name: RECORD[name] for name in made}


def test_a_part_of_the_record_again():
    """The one that needs no network."""
    # a text or two of 400 may lie on the border
    assert script.words_alone(8, 2) == pytest.approx(
        RECORD["labels"]["bag of words"]["8"][2], abs=0.006
    )


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("blocks", ["none", 0, 1])
def test_what_is_frozen_stays_as_it_is(monkeypatch, blocks):
    trained = []
    monkeypatch.setattr(
        script, "measure", lambda model, _: trained.append(model) or {"accuracy": 0}
    )
    before = dict(script.load_bert()[0].named_parameters())
    script.train(script.PRETRAINED, 8, 1e-3, 0, blocks)
    stays = {
        name
        for name, new in trained[0].named_parameters()
        if name in before and torch.equal(new.cpu(), before[name])
    }
    low = {"none": (), 0: ("encoder.",), 1: ("encoder.", "encoder.blks.0.")}[blocks]
    frozen = {
        name
        for name in before
        if name.startswith("encoder.")
        and low
        and (not name.startswith("encoder.blks.") or name.startswith(low[1:]))
    }
    assert {name for name in stays if name.startswith("encoder.")} == frozen


def mean(runs, of="test"):
    return sum(run[of] if isinstance(run, dict) else run for run in runs) / len(runs)


def test_recorded_rates_are_too_low_right_and_too_high():
    low, better, good, best, high = (mean(x) for x in RECORD["rates"]["pretrained"].values())
    assert low + 0.05 < better < good < best
    assert high < good - 0.02
    assert max(mean(x) for x in RECORD["rates"]["random"].values()) < low


def test_the_lower_blocks_may_be_frozen_in_the_record():
    for size, least in (("64", -0.01), ("512", 0.02)):
        chosen = {
            blocks: mean(max(rates.values(), key=lambda runs: mean(runs, "valid")))
            for blocks, rates in RECORD["frozen"][size].items()
        }
        assert max(abs(chosen[x] - chosen["none"]) for x in ("0", "2", "4")) < 0.03
        assert chosen["none"] - chosen["6"] > least


def test_recorded_labels_and_passes():
    labels = RECORD["labels"]
    for size in labels["pretrained"]:
        known = {way: mean(runs[size]) for way, runs in labels.items() if size in runs}
        assert min(known["pretrained"], known["frozen"], known["same class"]) > 0.12 + max(
            known["bag of words"], known["random"]
        )
    assert mean(labels["pretrained"]["8"]) > mean(labels["bag of words"]["128"])
    for run in RECORD["passes"]:
        lowest = min(run["valid_loss"])
        assert run["valid_loss"].index(lowest) < 8
        assert run["valid_loss"][-1] > 1.3 * lowest
        assert run["train_loss"][-1] < 0.1
        assert 0.065 < max(run["valid"]) - run["valid"][-1] < 0.095


def test_the_recorded_errors_are_those_that_the_chapter_speaks_of():
    truth, runs = RECORD["correct"], [run["said"] for run in RECORD["answers"]]
    right = [sum(a == b for a, b in zip(truth, run, strict=True)) for run in runs]
    assert round(sum(right) / len(right) / len(truth), 2) == 0.83
    wrong = [x for x, *said in zip(truth, *runs, strict=True) if x != said[0] and len({*said}) == 1]
    assert (len(wrong), wrong.count(3)) == (46, 6)  # every fourth of 40 is shown
