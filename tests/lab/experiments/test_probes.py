"""bert_lab.experiments.probes: the probes are fair, and the record says what the model does."""

import itertools

import pytest
import torch

from bert_core.inputs import MASK, UNK
from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import probes, recorded
from bert_lab.experiments.probes import PROBES, answer, batch_probes, log_spaced
from bert_lab.experiments.records import RECORDED
from bert_lab.pretraining import RECIPE, prepare
from bert_lab.text.tensors import batch_texts
from bert_lab.world.mini_world import mini_world


def _whole(probe):
    texts = [text.replace("<mask>", probe.answer) for text in probe[:2] if text is not None]
    return tuple(texts)


def test_probes_stay_out_of_the_training_text():
    documents = mini_world().train
    told = {(sentence,) for document in documents for sentence in document}
    told |= {pair for document in documents for pair in itertools.pairwise(document)}
    assert len(told) > 10_000
    assert not told & {_whole(probe) for probe in PROBES}


def test_each_probe_has_one_mask_and_known_words():
    assert len(PROBES) == len(set(PROBES)) == 20
    tokens, segments, valid_lens = batch_probes(prepare())
    assert ((tokens == MASK).sum(dim=1) == 1).all()
    assert not (tokens == UNK).any()
    vocab = prepare().tokenizer.get_vocab()
    assert all(probe.answer in vocab for probe in PROBES)
    assert segments.any(dim=1).tolist() == [probe.second is not None for probe in PROBES]
    assert valid_lens.max() == tokens.shape[1]


def test_steps_are_log_spaced():
    steps = log_spaced(2_000)
    assert len(steps) == 20
    assert steps[:2] == [0, 5]
    assert steps[-1] == 2_000
    ratios = [later / earlier for earlier, later in itertools.pairwise(steps[8:])]
    assert max(ratios) / min(ratios) < 1.05
    assert log_spaced(7) == [0, 5, 6, 7]


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
    apart = (answers[0] - answers[1]).abs().max()
    assert apart < 1e-5 if same else apart > 0.05


def test_answers_are_those_of_the_model_one_by_one():
    model, tokenizer = load_mini_bert()
    answers = answer(model.train(), prepare())
    assert model.training
    model.eval()
    for probe, found in zip(PROBES, answers, strict=True):
        if probe.second is not None:
            continue
        ids = torch.tensor([[2, *tokenizer.encode(probe.first).ids, 3]])
        position = (ids == MASK).nonzero()[0, 1]
        with torch.no_grad():
            logits = model(ids, torch.zeros_like(ids), None, position.view(1, 1))[1][0, 0]
        ranking = logits.argsort(descending=True).tolist()
        assert found["rank"] == ranking.index(tokenizer.token_to_id(probe.answer)) + 1
        assert found["words"] == [tokenizer.id_to_token(i) for i in ranking[:5]]
        probability = logits.softmax(dim=0)[tokenizer.token_to_id(probe.answer)].item()
        assert found["probability"] == pytest.approx(probability, abs=1e-5)


def test_a_short_run_from_uniform_to_frequent_words(monkeypatch):
    """And the keys are those that the module's text promises."""
    monkeypatch.setattr(probes, "log_spaced", lambda last: [0, 5, last])
    options = {"num_train_steps": 30, "train_batch_size": 32, "learning_rate": 4e-3}
    record = probes.watch(options)
    assert record["steps"] == [0, 5, 30]
    assert all(f"`{key}`" in probes.__doc__ for key in record if key != "recipe")
    uniform, unigram = record["divergence"]["uniform"], record["divergence"]["unigram"]
    assert uniform[0] < unigram[0]
    assert unigram[-1] < uniform[-1]
    assert len(record["probes"]) == 20
    for probe in record["probes"]:
        assert all(f"`{key}`" in probes.__doc__ for key in probe)
        assert [len(words) for words in probe["words"]] == [5, 5, 5]
        assert probe["entropy"][0] > 6


def test_the_record_belongs_to_the_shipped_mini_bert():
    record = recorded("probes")
    assert record["steps"] == log_spaced(RECIPE.num_train_steps)
    model, _ = load_mini_bert()
    for stored, found in zip(record["probes"], answer(model, prepare()), strict=True):
        assert stored["first"] in [probe.first for probe in PROBES]
        assert stored["probability"][-1] == pytest.approx(found["probability"], abs=0.01)
    assert (RECORDED / "probes.json").stat().st_size < 60_000


def test_the_story_is_in_the_numbers():
    """Uniform, then frequent words, then neighbours, then context: each nearest in its turn."""
    divergence = recorded("probes")["divergence"]
    nearest = [min(divergence, key=lambda name: divergence[name][i]) for i in range(20)]
    order = [name for name, _ in itertools.groupby(nearest)]
    assert order == ["uniform", "unigram", "bigram", "ideal"]
