"""TrainingGround: what a page and a notebook get, and the model that comes back."""

import json

import pytest
import torch
import traitlets as t

from bert_core import BERTConfig, BERTModel
from bert_lab.checkpoint.packed import packed
from bert_lab.experiments import recorded
from bert_lab.look.page_trainer import parts
from bert_lab.look.widgets import TrainingGround
from bert_lab.look.widgets.training_ground import PRESETS
from bert_lab.text.tokenization import train_word_level
from tests.helpers.javascript import call
from tests.helpers.static_html import Page

LINES = ("uniform", "unigram", "bigram", "ideal")


@pytest.fixture(scope="module")
def ground():
    return TrainingGround()


@pytest.fixture
def trained():
    """A model of another structure, with a word of the reader's own."""
    tokenizer = train_word_level([["a purple crane is flying over the bank"]])
    config = BERTConfig(tokenizer.get_vocab_size(), 16, 24, num_heads=2, num_blks=1, max_len=64)
    model = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()
    return model.half().float(), tokenizer


def test_a_page_gets_the_run_of_the_book(ground):
    page, record = Page(ground.static_html()), recorded("probes")
    book = page.state["book"]
    assert book["loss"] == pytest.approx(record["held_out"]["mlm_loss"], abs=5.1e-4)
    assert book["nsp"] == pytest.approx(record["held_out"]["nsp_accuracy"], abs=5.1e-4)
    assert (book["steps"], book["lines"]) == (record["steps"], record["lines"])
    assert book["steps"][-1] * book["batch"] == 1800 * 128
    assert [one["answer"] for one in page.state["probes"]] == [
        one["answer"] for one in record["probes"]
    ]
    assert not page.state.keys() & {"weights", "parts", "trained", "outcome", "wants_parts"}
    assert page.state["checkpoint"] == "mini-bert"
    assert ground.static_html() == TrainingGround().static_html()


def test_its_fallback_tells_that_run(ground):
    page, record = Page(ground.static_html()), recorded("probes")
    lines = [f"{name} {record['lines'][name]:.2f}" for name in LINES]
    assert ", ".join(lines) in page.texts["caption"][0]
    assert page.texts["th"][:3] == ["steps", "loss (nats)", "next sentences right"]
    loss, nsp = (record["held_out"][name][-1] for name in ("mlm_loss", "nsp_accuracy"))
    assert page.texts["td"][-2:] == [f"{loss:.2f}", f"{100 * nsp:.0f} %"]


def test_each_preset_stands_beside_what_the_ablations_found(ground):
    variants = {one["name"]: one for one in recorded("ablations")["variants"]}
    assert [preset["key"] for preset in ground.presets] == list(PRESETS)
    for preset in ground.presets:
        _, name, metrics = PRESETS[preset["key"]]
        if name is None:
            assert "measured" not in preset
            continue
        assert preset["measured"]["seeds"] == 3
        assert [metric for metric, *_ in preset["measured"]["metrics"]] == list(metrics)
        for metric, own, base in preset["measured"]["metrics"]:
            means = [variants[one]["mean"].get(metric) for one in (name, "baseline")]
            assert own[0] == pytest.approx(means[0], abs=5.1e-4)
            if base:
                assert base[0] == pytest.approx(means[1], abs=5.1e-4)
        (said,) = call("widgets/training_ground", ["evidence", preset["measured"]])
        assert "Evidence B, 3 longer ones of other seeds" in said
        assert "undefined" not in said


def test_every_preset_is_a_recipe_that_the_trainer_takes(ground):
    for preset in ground.presets:
        recipe = preset["recipe"]
        assert call("widgets/training_ground", ["lean", recipe], ["isRecipe", recipe]) == [
            recipe,
            True,
        ]


def test_a_notebook_sends_the_trainer_when_it_is_wanted():
    ground = TrainingGround()
    assert ground.parts == {}
    ground.set_state({"wants_parts": True})
    assert ground.parts == parts()
    assert isinstance(ground.parts["kernels"], bytes)


def test_the_model_comes_back(trained):
    ground = TrainingGround()
    assert (ground.model, ground.tokenizer, ground.outcome) == (None, None, {})
    model, tokenizer = trained
    sent = memoryview(packed(model, tokenizer))  # as a kernel hands over what a browser sends
    ground.set_state({"trained": sent, "outcome": {"step": 40}})
    assert ground.outcome == {"step": 40}
    back, words = ground.model, ground.tokenizer
    assert back is not None
    assert words is not None
    assert words.get_vocab() == tokenizer.get_vocab()
    assert not back.training
    for name, weight in model.state_dict().items():
        assert back.get_parameter(name).equal(weight), name


def test_python_sets_the_recipe():
    recipe = {"rate": 0.001, "config": {"num_blks": 1}}
    ground = TrainingGround(recipe=recipe, own="a b\nc d", repeat=7)
    state = json.loads(json.dumps(Page(ground.static_html()).state))
    assert (state["recipe"], state["own"], state["repeat"]) == (recipe, "a b\nc d", 7)
    with pytest.raises(t.TraitError):
        ground.repeat = -1
    with pytest.raises(t.TraitError):
        ground.hidden = [-1]
