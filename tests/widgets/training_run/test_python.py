"""TrainingRun: the record in the state, and the trainer that a notebook sends."""

import pytest

from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.snapshots import kept_steps
from bert_lab.look.page_trainer import parts
from bert_lab.look.widgets import TrainingRun
from bert_lab.look.widgets.training_run.record import PROBE
from bert_lab.measures import recorded
from tests.helpers.close import near
from tests.helpers.static_html import Page


@pytest.fixture(scope="module")
def run():
    return TrainingRun()


def test_a_page_gets_the_run_of_the_book(run):
    page, record = Page(run.static_html()), recorded("probes")
    book = page.state["book"]
    assert book["loss"] == near(record["held_out"]["mlm_loss"], digits=3)
    assert book["nsp"] == near(record["held_out"]["nsp_accuracy"], digits=3)
    assert (book["steps"], book["lines"]) == (record["steps"], record["lines"])
    assert book["steps"][-1] * book["batch"] == 1800 * 128
    for ours, theirs in zip(page.state["probes"], record["probes"], strict=True):
        assert [ours[key] for key in (*PROBE, "rank")] == [theirs[key] for key in (*PROBE, "rank")]
        cut = zip(ours["probability"], theirs["probability"], strict=True)
        assert all(0 <= 1000 * exact - shown < 1 for shown, exact in cut)
    assert page.state["kept"] == [*kept_steps(), 1800]
    assert set(page.state["kept"]) <= set(book["steps"])
    late = {"weights", "parts", "wants_parts", "wanted", "state"}
    assert not page.state.keys() & late
    assert page.state["checkpoint"] == MINI_BERT.name
    assert run.static_html() == TrainingRun().static_html()


def test_a_notebook_sends_the_trainer_when_it_is_wanted():
    run = TrainingRun()
    assert run.parts == {}
    run.set_state({"wants_parts": True})
    assert run.parts == parts()
