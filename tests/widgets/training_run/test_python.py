"""TrainingRun: the record in the state, the reader's step in Python, the model that comes back."""

import pytest
import torch

from bert_core import BERTConfig, BERTModel
from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.single_file import packed
from bert_lab.checkpoint.snapshots import kept_steps
from bert_lab.look.page_trainer import parts
from bert_lab.look.widgets import TrainingRun
from bert_lab.look.widgets.training_run.record import PROBE
from bert_lab.measures import recorded
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import near
from tests.helpers.static_html import Page


@pytest.fixture(scope="module")
def run():
    return TrainingRun()


@pytest.fixture
def trained():
    """A model of another structure, with a word of the reader's own."""
    tokenizer = train_word_level([["a purple crane is flying over the bank"]])
    config = BERTConfig(tokenizer.get_vocab_size(), 16, 24, num_heads=2, num_blks=1, max_len=64)
    model = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()
    return model.half().float(), tokenizer


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
    late = {"weights", "parts", "trained", "outcome", "wants_parts", "wanted", "state"}
    assert not page.state.keys() & late
    assert page.state["checkpoint"] == MINI_BERT.name
    assert run.static_html() == TrainingRun().static_html()


def test_a_notebook_sends_the_trainer_when_it_is_wanted():
    run = TrainingRun()
    assert run.parts == {}
    run.set_state({"wants_parts": True})
    assert run.parts == parts()


def test_the_model_comes_back(trained):
    run = TrainingRun()
    assert (run.model, run.tokenizer, run.outcome) == (None, None, {})
    model, tokenizer = trained
    sent = memoryview(packed(model, tokenizer))  # as a kernel hands over what a browser sends
    run.set_state({"trained": sent, "outcome": {"step": 40}})
    assert run.outcome == {"step": 40}
    back, words = run.model, run.tokenizer
    assert back is not None
    assert words is not None
    assert words.get_vocab() == tokenizer.get_vocab()
    assert not back.training
    for name, weight in model.state_dict().items():
        assert back.get_parameter(name).equal(weight), name
