"""research/probes.py: the probes are fair, and the record says what the model does."""

import itertools
from dataclasses import replace

import pytest
import torch

import probes as script
from bert_core.inputs import MASK, UNK
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from bert_lab.measures.records import RECORDED
from bert_lab.pretraining import RECIPE, prepare
from bert_lab.text.tensors import batch_texts
from bert_lab.world.mini_world import mini_world
from probes import PROBES, answer, batch_probes, log_spaced
from tests.helpers.close import MINI, tolerance


def _whole(probe):
    texts = [text.replace("<mask>", probe.answer) for text in probe[:2] if text is not None]
    return tuple(texts)


def test_probes_stay_out_of_the_training_text():
    documents = mini_world().train
    texts = {(sentence,) for document in documents for sentence in document}
    texts |= {pair for document in documents for pair in itertools.pairwise(document)}
    assert len(texts) > 10_000
    assert not texts & {_whole(probe) for probe in PROBES}


def test_each_probe_has_one_mask_and_known_words():
    assert len(PROBES) == len(set(PROBES))
    tokens, segments, valid_lens = batch_probes(prepare())
    assert ((tokens == MASK).sum(dim=1) == 1).all()
    assert not (tokens == UNK).any()
    vocab = prepare().tokenizer.get_vocab()
    assert all(probe.answer in vocab for probe in PROBES)
    assert segments.any(dim=1).tolist() == [probe.second is not None for probe in PROBES]
    assert valid_lens.max() == tokens.shape[1]


def _answers_without_the_first_text(model, first, second):
    """At the <mask> of the second text, no attention crossing from one text into the other."""
    vocab = prepare().tokenizer.get_vocab()
    tokens, segments, _ = batch_texts([(first, second)], vocab)
    own = (segments[:, :, None] == segments[:, None, :])[:, None]  # (B, 1, T, T)
    with torch.no_grad():
        X = model.encoder.embed(tokens, segments)
        for block in model.encoder.blks:
            X = block(X, own)
        return model.mlm(X, (tokens == MASK).nonzero()[:, 1:])[0, 0].softmax(dim=-1)  # (V,)


NOTE, LETTER = (next(p for p in PROBES if p.answer == word) for word in ("note", "letter"))
EQUALLY_LONG = "a boy learned to write at the school"  # as chapter 8 asks


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("anna wrote a letter to a friend", "tom wrote a letter to a friend", True),
        (NOTE.first, EQUALLY_LONG, True),
        (NOTE.first, LETTER.first, False),  # a word shorter: its <mask> stands at another place
    ],
)
def test_what_is_left_of_a_pair_without_the_first_text(one, other, same):
    """Nothing, if its members are equally long; else the place still tells them apart."""
    model, _ = load_mini_bert()
    second = NOTE.second if NOTE.first == one else "<mask> took the letter to the post office"
    answers = [_answers_without_the_first_text(model, first, second) for first in (one, other)]
    apart = (answers[0] - answers[1]).abs().max().item()
    assert apart < tolerance(roundings=MINI) if same else apart > 0.05


def test_a_small_run_from_uniform_to_frequent_words(run_small, monkeypatch):
    """And the keys are those that the script's text promises."""
    monkeypatch.setattr(script, "log_spaced", lambda last: [0, 5, last])
    short = replace(RECIPE, num_train_steps=30, train_batch_size=32)
    monkeypatch.setattr(script, "RECIPE", short)
    found = run_small(script)
    assert found.keys() == recorded("probes").keys()
    assert found["steps"] == [0, 5, 30]
    uniform, unigram = found["divergence"]["uniform"], found["divergence"]["unigram"]
    assert uniform[0] < unigram[0]
    assert unigram[-1] < uniform[-1]
    assert len(found["probes"]) == len(PROBES)
    for probe in found["probes"]:
        assert all(f"`{key}`" in script.__doc__ for key in probe)
        assert [len(words) for words in probe["words"]] == [5, 5, 5]
        assert probe["entropy"][0] > 6


def test_the_record_belongs_to_the_shipped_mini_bert():
    record = recorded("probes")
    assert record["steps"] == log_spaced(RECIPE.num_train_steps)
    model, _ = load_mini_bert()
    for stored, found in zip(record["probes"], answer(model, prepare()), strict=True):
        assert stored["first"] in [probe.first for probe in PROBES]
        assert stored["probability"][-1] == pytest.approx(found["probability"], abs=0.01)
        assert stored["rank"][-1] == found["rank"]
        assert (found["rank"] == 1) == (found["words"][0] == stored["answer"])
    assert (RECORDED / "probes.json").stat().st_size < 60_000


def test_the_story_is_in_the_numbers():
    """Uniform, then frequent words, then neighbours, then context: each nearest in its turn."""
    divergence = recorded("probes")["divergence"]
    nearest = [min(divergence, key=lambda name: divergence[name][i]) for i in range(20)]
    order = [name for name, _ in itertools.groupby(nearest)]
    assert order == ["uniform", "unigram", "bigram", "ideal"]
