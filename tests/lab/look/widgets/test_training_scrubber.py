"""TrainingScrubber: the record in the state, the reader's step in Python, a table to read."""

import json
import re

import pytest
import traitlets as t

from bert_lab.checkpoint import MINI_BERT, load_mini_bert
from bert_lab.checkpoint.states import kept_steps, state_file
from bert_lab.experiments import recorded
from bert_lab.look.widgets import BertAlive, TrainingScrubber
from tests.helpers.javascript import call

RECORD = {
    "steps": [0, 7, 90],
    "loss": [6.75, 5.5, 0.25],
    "lines": {"uniform": 6.5, "unigram": 5.0, "bigram": 2.0, "ideal": 0.125},
    "probes": [
        {
            "first": "a <mask> is flying",
            "second": None,
            "answer": "crane",
            "decided_by": "the words on the right",
            "probability": [0.001, 0.25, 0.875],
            "rank": [400, 3, 1],
            "entropy": [6.5, 3.0, 0.5],
            "words": [["tom", "past"], ["the", "a"], ["crane", "<unk>"]],
            "probabilities": [[0.01, 0.005], [0.5, 0.375], [0.875, 0.0625]],
        }
    ],
}


def test_python_reads_and_sets_the_step():
    scrubber = TrainingScrubber(RECORD)
    assert scrubber.step == 90
    assert scrubber.answers == [{"crane": 0.875, "<unk>": 0.0625}]
    scrubber.set_state({"step": 7})  # the reader drags
    assert scrubber.answers == [{"the": 0.5, "a": 0.375}]
    scrubber.step = 0
    assert scrubber.answers == [{"tom": 0.01, "past": 0.005}]


@pytest.mark.parametrize(
    ("trait", "value", "words"),
    [
        ("step", 8, r"one of the steps \[0, 7, 90\], got 8"),
        ("probe", 1, "a probe from 0 to 0, got 1"),
        ("probe", -1, "got -1"),
    ],
)
def test_what_is_not_in_the_record_is_refused(trait, value, words):
    scrubber = TrainingScrubber(RECORD, step=7)
    with pytest.raises(t.TraitError, match=words):
        setattr(scrubber, trait, value)
    with pytest.raises(t.TraitError, match=words):
        TrainingScrubber(RECORD, **{trait: value})
    assert (scrubber.step, scrubber.probe) == (7, 0)


def test_another_record_is_refused():
    with pytest.raises(ValueError, match=r"without \['lines', 'loss', 'probes', 'steps'\]"):
        TrainingScrubber(recorded("floor"))


def _state(scrubber):
    html = scrubber.static_html()
    return json.loads(re.search(r'<script type="application/json">(.*)</script>', html)[1])


def test_the_page_gets_the_record_of_the_book():
    record = recorded("probes")
    step = record["steps"][12]
    scrubber = TrainingScrubber(record, step=step, probe=3)
    state = _state(scrubber)
    for name in ("steps", "loss", "lines"):
        assert state[name] == record[name]
    for ours, theirs in zip(state["probes"], record["probes"], strict=True):
        assert set(ours) == set(theirs) - {"entropy"}
        for key in ("first", "second", "answer", "decided_by"):
            assert ours[key] == theirs[key]
    assert (state["step"], state["probe"]) == (step, 3)
    assert scrubber.static_html() == TrainingScrubber(record, step=step, probe=3).static_html()


def test_the_fallback_tells_steps_losses_and_guesses():
    html = TrainingScrubber(RECORD, step=7).static_html()
    assert "uniform 6.50, unigram 5.00, bigram 2.00, ideal 0.12" in html
    heads = re.findall(r'<th scope="col">(.*?)</th>', html)
    assert heads == ["text", "what stood there", "after 7 steps", "after 90 steps"]
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    cells = [re.findall(r">([^<]+)</t", row) for row in rows[1:]]
    assert cells == [
        ["loss (nats)", "5.50", "0.25"],
        ["a &lt;mask&gt; is flying", "crane", "the 50 %", "crane 88 %"],
    ]
    assert "&lt;unk&gt;" not in html  # only the best one is shown


def test_no_number_of_the_record_is_lost_on_the_way():
    """Each comes once, to four decimals, and the page has those of every step all the same."""
    record = recorded("probes")
    probes, steps = _state(TrainingScrubber(record))["probes"], len(record["steps"])
    found = call("widgets/training_scrubber", *(["unpacked", probe, steps] for probe in probes))
    for ours, packed, theirs in zip(found, probes, record["probes"], strict=True):
        assert ours["words"] == theirs["words"]
        for row, expected in zip(ours["probabilities"], theirs["probabilities"], strict=True):
            assert row == pytest.approx(expected, abs=5.1e-5)
        assert [truth["rank"] for truth in ours["truth"]] == theirs["rank"]
        shares = [truth["share"] for truth in ours["truth"]]
        assert shares == pytest.approx(theirs["probability"], abs=5.1e-5)
        assert len(packed["rank"]) == sum(rank > 5 for rank in theirs["rank"])


def test_a_record_of_the_shipped_model_comes_with_its_picture():
    scrubber = TrainingScrubber(recorded("probes"), step=487)
    state = _state(scrubber)
    assert state["checkpoint"] == MINI_BERT.name
    assert state["kept"] == [*kept_steps(), 1800]
    assert set(state["kept"]) <= set(state["steps"])
    assert not state.keys() & {"weights", "wanted", "state"}
    assert scrubber.weights == BertAlive(*load_mini_bert()).weights
    scrubber.set_state({"wanted": 49})  # the page asks for an earlier state
    assert scrubber.state == state_file(49).read_bytes()
    scrubber.set_state({"wanted": 50})
    assert scrubber.wanted == -1


def test_another_models_record_has_none():
    other = recorded("probes")
    other["inputs"]["mini-bert"] = "another"
    for record in (RECORD, other):
        scrubber = TrainingScrubber(record)
        assert (scrubber.checkpoint, scrubber.weights) == ("", b"")
        assert scrubber.kept == [record["steps"][-1]]
        scrubber.set_state({"wanted": 49})
        assert (scrubber.wanted, scrubber.state) == (-1, b"")


def test_a_text_of_the_readers_own():
    scrubber = TrainingScrubber(RECORD)
    scrubber.set_state({"text": "the crane", "second": "", "hidden": [2]})
    state = _state(scrubber)
    assert (state["text"], state["hidden"]) == ("the crane", [2])
    with pytest.raises(t.TraitError):
        scrubber.hidden = [-1]
