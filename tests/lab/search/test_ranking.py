"""bert_lab.search.ranking: what a second stage reorders, and that it learns what fits."""

from typing import Any

import pytest
import torch
from torch import nn

from bert_lab.checkpoint import load_mini_bert
from bert_lab.finetuning import SequenceClassifier
from bert_lab.search.ranking import SideBySide, rerank, train_ranker

QUESTIONS = ["a crane is flying", "i went to the bank", "he just left", "this movie is great"]
TEXTS = ["the line was long", "i like it", "a clerk asked him", *"abcdefg", "a bird", "it was good"]
OPTIONS: dict[str, Any] = {"num_train_steps": 40, "learning_rate": 1e-3, "num_wrong": 3}


def _new_layer(model):
    return SequenceClassifier(model, num_labels=1, pooling="mean")


@pytest.mark.parametrize("made", [_new_layer, SideBySide])
def test_the_right_text_comes_first_and_what_was_not_fetched_keeps_its_order(made):
    right = torch.eye(4, len(TEXTS), dtype=torch.bool)
    scores = torch.rand(4, len(TEXTS), generator=torch.Generator().manual_seed(0))
    scores[right] += 0.9
    runs = []
    for _ in range(2):
        model, tokenizer = load_mini_bert()
        torch.manual_seed(0)
        ranker, generator = made(model), torch.Generator().manual_seed(0)
        known = tokenizer, QUESTIONS, TEXTS, right, scores
        runs.append(train_ranker(ranker, *known, generator=generator, **OPTIONS))
    assert runs[0] == runs[1]
    assert runs[0][-1] < 0.3 < runs[0][0]
    found = rerank(ranker, tokenizer, QUESTIONS, TEXTS, scores, num_candidates=5)
    assert found.argmax(dim=1).tolist() == [0, 1, 2, 3]
    for row, before in zip(found, scores, strict=True):
        assert set(row.topk(5).indices.tolist()) == set(before.topk(5).indices.tolist())
        assert row.argsort()[:-5].equal(before.argsort()[:-5])
    kept = rerank(ranker, tokenizer, QUESTIONS, TEXTS, scores, first=1e6, num_candidates=5)
    assert kept.argsort().equal(scores.argsort())


class Lengths(nn.Module):
    """Scores a pair by how much of its second text it was given."""

    def forward(self, tokens, segments, valid_lens):
        assert tokens.shape == segments.shape
        assert valid_lens.max() == tokens.shape[1]
        return segments.sum(dim=1, keepdim=True).float()


def test_texts_that_are_the_same_stay_equal():
    texts = ["a bird", "it was good", "a bird", "i like it"]
    ranker = SideBySide(load_mini_bert()[0]).eval()
    found = rerank(ranker, load_mini_bert()[1], ["a crane"], texts, torch.ones(1, 4))[0]
    assert found[0] == found[2]
    assert found.unique().numel() == 3


def test_a_ranker_is_refused_what_has_no_wrong_text():
    known = load_mini_bert()[1], QUESTIONS, TEXTS
    right, scores = torch.eye(4, len(TEXTS), dtype=torch.bool), torch.zeros(4, len(TEXTS))
    every = right.clone()
    every[2] = True
    few = right.clone()
    few[1, : len(TEXTS) - 2] = True
    none = right.clone()
    none[3] = False
    for given, match in (
        (every, "num_wrong: expected 1 to 0, the wrong texts that each question has, got 3"),
        (few, "num_wrong: expected 1 to 2"),
        (none, "a right text for each, got 4 and 1 without one"),
        (
            right[:, :5],
            r"right: expected bool of shape \(4, 12\), got torch.bool of",
        ),
    ):
        with pytest.raises(ValueError, match=match):
            train_ranker(Lengths(), *known, given, scores, generator=torch.Generator(), **OPTIONS)
    with pytest.raises(ValueError, match="at least 5 questions"):
        train_ranker(
            *(Lengths(), *known, right, scores),
            **{"generator": torch.Generator(), "train_batch_size": 5, **OPTIONS},
        )
    with pytest.raises(ValueError, match=r"scores of shape \(4, 12\)"):
        rerank(Lengths(), *known, scores[:, :5])


def test_wrong_texts_are_never_right_ones_where_there_are_few():
    """Three texts, two of them right: the third is the only wrong one in each step."""
    seen, right = set(), torch.tensor([[True, True, False]] * 4)

    class Watched(nn.Linear):
        def forward(self, tokens, segments, valid_lens):
            seen.update(tuple(row) for row in (tokens * segments).tolist()[1::2])
            return super().forward(torch.ones(len(tokens), 1))

    tokenizer, texts = load_mini_bert()[1], ["a bird", "it was", "i like"]
    options = OPTIONS | {"num_wrong": 1, "generator": torch.Generator().manual_seed(0)}
    same = ["a crane"] * 4
    train_ranker(Watched(1, 1), tokenizer, same, texts, right, torch.zeros(4, 3), **options)
    assert {row[-2:] for row in seen} == {tuple(tokenizer.encode("i like").ids)}
