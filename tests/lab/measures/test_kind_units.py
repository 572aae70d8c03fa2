"""bert_lab.measures.kind_units: kinds of the grammar, a planted unit, the shipped model's."""

import pytest
import torch

from bert_core import BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.kind_units import (
    best_units,
    precision,
    random_values,
    read_words,
    unit_values,
    word_kinds,
)
from bert_lab.text.tensors import batch_texts
from bert_lab.world.mini_world import mini_world
from tests.helpers.close import MINI, assert_close


@pytest.fixture(scope="module")
def mini():
    return load_mini_bert()


def test_kinds_are_words_that_the_grammar_exchanges(mini):
    kinds = word_kinds()
    assert kinds["friday"] == ["friday", "monday", "saturday", "sunday"]
    assert kinds["black"] == ["black", "blue", "green", "red", "white", "yellow"]
    assert {"two", "fifty", "ninety"} <= set(kinds["eight"])
    words = [word for kind in kinds.values() for word in kind]
    assert len(words) == len(set(words))
    assert set(words) <= mini[1].get_vocab().keys()


def test_precision_by_hand():
    member = torch.tensor([True, False, True, False, False])
    values = torch.tensor(
        [[9.0, 1.0, 8.0, 0.0, 2.0], [9.0, 8.0, 1.0, 0.0, 2.0], [0.0, 9.0, 1.0, 8.0, 2.0]]
    )
    assert precision(values, member).tolist() == [1.0, 0.5, 0.0]


@torch.no_grad()
def test_values_are_those_inside_the_blocks(mini):
    model, tokenizer = mini
    readings = read_words(model, tokenizer, ["the crane came", "a bird is flying"])
    batch = batch_texts(
        [("the crane came", None), ("a bird is flying", None)], tokenizer.get_vocab()
    )
    assert readings.ids.equal(batch[0][batch[0] > 4])
    X, values = model.encoder.embed(*batch), []
    for blk in model.encoder.blks:
        mask = (torch.arange(6) < batch[2][:, None])[:, None, None]
        middle = blk.addnorm1(X, blk.attention(X, mask))
        values.append(blk.ffn[1](blk.ffn[0](middle))[batch[0] > 4].T)
        X = blk(X, mask)
    assert_close(unit_values(model, readings.inputs), torch.cat(values), roundings=MINI)
    assert not model.encoder.blks[0].ffn._forward_pre_hooks
    assert random_values(readings.inputs, 5, seed=0).shape == (10, len(readings.ids))


def test_a_planted_unit_is_found_and_scored_on_other_words():
    generator, vocab = torch.Generator().manual_seed(0), {"a": 5, "b": 6, "c": 7}
    halves = []
    for fires_for in (5, 6):  # for "a" where it is chosen, for "b" where it is scored
        ids = torch.randint(5, 8, (300,), generator=generator)
        values = torch.rand(20, 300, generator=generator)
        values[13] += (ids == fires_for).float()
        halves.append((values, ids))
    found = best_units({"kind": ["a"]}, vocab, *halves)["kind"]
    assert found.unit == 13
    assert found.precision < 0.2  # not the score by which it was chosen
    assert best_units({"kind": ["a"]}, vocab, halves[0], halves[0])["kind"].precision == 1


def test_colours_and_numbers_have_a_unit_and_praise_has_none(mini):
    """Against an untrained model, and against as many random directions in the trained one."""
    model, tokenizer = mini
    corpus, vocab = mini_world(), tokenizer.get_vocab()
    chosen, scored = (
        dict.fromkeys(s for story in split for s in story) for split in (corpus.valid, corpus.test)
    )
    texts = list(chosen)[:1_200], [s for s in scored if s not in chosen][:1_200]
    kinds = {
        name: kind for name, kind in word_kinds().items() if name in ("black", "eight", "beautiful")
    }

    def scores(network, values):
        halves = [read_words(network, tokenizer, half) for half in texts]
        found = best_units(kinds, vocab, *((values(r.inputs), r.ids) for r in halves))
        return {name: unit.precision for name, unit in found.items()}

    units = scores(model, lambda X: unit_values(model, X))
    directions = scores(model, lambda X: random_values(X, 256, seed=0))
    generator = torch.Generator().manual_seed(0)
    blank = BERTModel.from_config(model.config, generator=generator).eval()
    untrained = scores(blank, lambda X: unit_values(blank, X))
    for name in ("black", "eight"):
        assert units[name] > 0.45
        assert units[name] > directions[name] + 0.1
        assert units[name] > untrained[name] + 0.2
    assert units["beautiful"] < directions["beautiful"]
