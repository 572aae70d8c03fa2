"""ContextProbe: vectors and cosines of two sentences; the page reads the maps as Python does."""

import base64
import json

import pytest
import torch

import sense_maps
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.single_file import packed
from bert_lab.look.widgets import ContextProbe
from bert_lab.measures import recorded
from bert_lab.world.mini_world import senses
from tests.helpers.close import MINI, assert_close, near
from tests.helpers.javascript import TESTING, run_node

PAIR = "a crane is flying", "a crane driver came"


@pytest.fixture(scope="module")
def maps():
    return recorded("sense_maps")["maps"]


def build(maps, *pair, **choice):
    return ContextProbe(*load_mini_bert(), *(pair or PAIR), word="crane", maps=maps, **choice)


def test_vectors_are_the_encoders(maps):
    model, tokenizer = load_mini_bert()
    probe = build(maps)
    for column, text in enumerate(PAIR):
        ids = torch.tensor([[2, *tokenizer.encode(text).ids, 3]])
        states = model.encoder.trace(ids, torch.zeros_like(ids)).hidden_states
        at = 1 + text.split().index("crane")
        for layer, state in enumerate(states):
            assert_close(probe.vectors[layer, column], state[0, at], roundings=MINI)
    assert not probe.vectors.requires_grad


def test_cosines_follow_the_reader(maps):
    probe = build(maps)
    assert probe.cosines[:2] == near([1, 1], roundings=64)
    assert len(probe.cosines) == 4
    assert probe.cosines[2] < 0.95
    probe.set_state({"text": "The crane flew", "second": "the crane flew"})
    assert probe.cosines == near([1] * 4, roundings=MINI)
    probe.set_state({"second": "over the lake flew a crane"})
    first, second = (v / v.norm() for v in probe.vectors[2])
    assert probe.cosines[3] == near((first @ second).item(), roundings=64)
    assert probe.cosines[1] < 0.99  # another position


def in_node(maps, makes=False):
    weights = base64.b64encode(packed(*load_mini_bert())).decode()
    given = json.dumps({"weights": weights, "maps": maps, "pair": PAIR, "makes": makes})
    done = run_node(str(TESTING / "locate.js"), stdin=given)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_in_the_page_recorded_sentences_lie_on_their_own_points(maps):
    found = in_node(maps)
    for places, sense_map in zip(found["places"], maps.values(), strict=True):
        ours = torch.tensor(places).transpose(0, 1)  # (layers, n, 2)
        assert_close(ours, torch.tensor(sense_map["points"]), measured=9e-4)  # of half precision
    assert found["cosines"] == near(build(maps).cosines, roundings=MINI)


def test_the_page_makes_maps_of_another_model_as_python_does(maps, monkeypatch):
    """On the shipped model, with positions judged by the words that a page has."""
    known = {word: topics for word, topics in senses().items() if word in sense_maps.WORDS}
    monkeypatch.setattr(sense_maps, "senses", lambda: known)
    expected = sense_maps.sense_maps(*load_mini_bert())
    found = in_node(maps, makes=True)["own"]
    assert list(found) == list(maps)
    for word, theirs in expected.items():
        ours = found[word]
        assert ours["sentences"] == theirs["sentences"]
        for name in ("points", "plane", "offsets"):
            one, other = torch.tensor(ours[name]), torch.tensor(theirs[name])
            assert_close(one, other, measured=1.1e-4)  # of half precision
        for kind, cosines in theirs["alike"].items():
            assert ours["alike"][kind] == near(cosines, roundings=MINI)
