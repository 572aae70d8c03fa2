"""bert_lab.search.ranking: what a second stage reorders, and that it learns what fits."""

from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from bert_lab.checkpoint import load_mini_bert
from bert_lab.finetuning import SequenceClassifier
from bert_lab.search.ranking import SideBySide, read_together, rerank, train_ranker

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


def test_two_sides_of_a_pair_are_compared_without_its_neighbours():
    model, tokenizer = load_mini_bert()
    ranker, pairs = SideBySide(model, 0.1).eval(), [(QUESTIONS[0], "a bird"), ("he", "a clerk")]
    with torch.no_grad():
        both = read_together(ranker, tokenizer, pairs)
        alone = torch.cat([read_together(ranker, tokenizer, [pair]) for pair in pairs])
        one = tokenizer.encode(*pairs[0])
        X = model.encoder(torch.tensor([one.ids]), torch.tensor([one.type_ids]))[0]
    end = one.type_ids.index(1)
    expected = F.cosine_similarity(X[:end].mean(dim=0), X[end:].mean(dim=0), dim=0) / 0.1
    torch.testing.assert_close(both, alone)
    torch.testing.assert_close(both[0], expected)


def test_nothing_is_left_of_a_pair_but_its_first_tokens(monkeypatch):
    seen: list[int] = []

    class Long(nn.Module):
        def forward(self, tokens, segments, valid_lens):
            seen.extend([tokens.shape[1], int(valid_lens[0]), int(segments.sum())])
            return torch.zeros(1, 1)

    monkeypatch.setattr("bert_lab.search.ranking.MAX_LEN", 7)
    read_together(Long(), load_mini_bert()[1], [("a crane", "the line was long " * 9)])
    assert seen == [7, 7, 5]  # two words are the question
