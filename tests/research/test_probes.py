"""research/probes.py: the probes are fair, and a small run."""

import itertools
from dataclasses import replace

import pytest

import probes as script
from bert_core.inputs import MASK, UNK
from bert_lab.measures import recorded
from bert_lab.pretraining import RECIPE, prepare
from bert_lab.world.mini_world import mini_world
from probes import PROBES, batch_probes


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


NOTE, LETTER = (next(p for p in PROBES if p.answer == word) for word in ("note", "letter"))


@pytest.mark.weekly
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
