"""bert_lab.search.training: the loss against two others' and by hand, and what training changes."""

from typing import Any

import pytest
import torch
from torch.nn import functional as F

from bert_lab.checkpoint import load_mini_bert
from bert_lab.search.training import contrastive_loss, train_embedder
from bert_lab.search.vectors import embed
from tests.helpers.close import assert_close


def _vectors(rows, seed):
    made = torch.randn(rows, 11, generator=torch.Generator().manual_seed(seed))
    return F.normalize(made, dim=1)


def test_the_loss_is_a_cross_entropy_and_sentence_transformers_has_the_same():
    questions, texts, hard = _vectors(5, 0), _vectors(5, 1), _vectors(5, 2)
    both = torch.cat([texts, hard])
    found = contrastive_loss(questions, both, 0.05)
    expected = F.cross_entropy(questions @ both.T / 0.05, torch.arange(5))
    assert_close(found, expected, roundings=11 + 10, scale=20)
    losses = pytest.importorskip(
        "sentence_transformers.sentence_transformer.losses", reason="elsewhere before release 6"
    )
    # no model: it gets the vectors
    theirs = losses.MultipleNegativesRankingLoss(None, scale=1 / 0.05)
    found_there = theirs.compute_loss_from_embeddings([questions, texts, hard], None)
    assert_close(found, found_there, roundings=11 + 10, scale=20)


def test_what_is_right_besides_is_no_negative():
    questions, texts = _vectors(3, 0), _vectors(3, 1)
    right = torch.eye(3, dtype=torch.bool)
    right[0, 2] = True
    rows = [questions[:1] @ texts[:2].T, questions[1:] @ texts.T]
    losses = [F.cross_entropy(rows[0] / 0.1, torch.tensor([0]))]
    losses.append(F.cross_entropy(rows[1] / 0.1, torch.tensor([1, 2]), reduction="sum"))
    found = contrastive_loss(questions, texts, 0.1, right)
    assert_close(found, sum(losses) / 3, roundings=11 + 6, scale=10)


QUESTIONS = ["a crane is flying", "i went to the bank", "he just left", "this movie is great"]
TEXTS = ["the line was long", "i like it", "a clerk asked him", "a bird", "it was good"]
OPTIONS: dict[str, Any] = {"num_train_steps": 30, "train_batch_size": 4, "learning_rate": 1e-3}


def test_training_brings_a_question_to_its_text_and_leaves_the_model():
    model, tokenizer = load_mini_bert()
    before = {name: value.clone() for name, value in model.state_dict().items()}
    right = torch.eye(4, 5, dtype=torch.bool)
    generators = [torch.Generator().manual_seed(seed) for seed in (0, 0, 1)]
    runs = [
        train_embedder(model, tokenizer, QUESTIONS, TEXTS, right, generator=g, **OPTIONS)
        for g in generators
    ]
    for name, value in model.state_dict().items():
        assert value.equal(before[name])
    trained, losses = runs[0]
    assert not trained.training
    assert losses == runs[1][1]
    assert losses[-1] < 0.1 < losses[0]
    found = embed(trained, tokenizer, QUESTIONS) @ embed(trained, tokenizer, TEXTS).T
    assert found.argmax(dim=1).tolist() == [0, 1, 2, 3]
