"""bert_lab.search.ranking: what a second stage reorders, and that it learns what fits."""

from typing import Any

import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.search.ranking import read_together, rerank, train_ranker

QUESTIONS = ["a crane is flying", "i went to the bank", "he just left", "this movie is great"]
TEXTS = ["the line was long", "i like it", "a clerk asked him", *"abcdefg", "a bird", "it was good"]
OPTIONS: dict[str, Any] = {"num_train_steps": 40, "learning_rate": 1e-3, "num_wrong": 3}


def test_the_right_text_comes_first_and_what_was_not_fetched_keeps_its_order():
    model, tokenizer = load_mini_bert()
    right = torch.eye(4, len(TEXTS), dtype=torch.bool)
    scores = torch.rand(4, len(TEXTS), generator=torch.Generator().manual_seed(0))
    scores[right] += 0.9
    runs = [
        train_ranker(
            model,
            tokenizer,
            QUESTIONS,
            TEXTS,
            right,
            scores,
            generator=torch.Generator().manual_seed(seed),
            **OPTIONS,
        )
        for seed in (0, 0)
    ]
    ranker, losses = runs[0]
    assert losses == runs[1][1]
    assert losses[-1] < 0.3 < losses[0]
    found = rerank(ranker, tokenizer, QUESTIONS, TEXTS, scores, num_candidates=5)
    assert found.argmax(dim=1).tolist() == [0, 1, 2, 3]
    for row, before in zip(found, scores, strict=True):
        assert set(row.topk(5).indices.tolist()) == set(before.topk(5).indices.tolist())
        assert row.argsort()[:-5].equal(before.argsort()[:-5])


def test_a_pair_is_read_with_its_segments_and_without_its_neighbours():
    model, tokenizer = load_mini_bert()
    right = torch.eye(1, 12, dtype=torch.bool)
    ranker, _ = train_ranker(
        model,
        tokenizer,
        QUESTIONS[:1],
        TEXTS,
        right,
        torch.ones(1, 12),
        generator=torch.Generator().manual_seed(0),
        num_train_steps=1,
        train_batch_size=1,
    )
    pairs = [(QUESTIONS[0], "a bird"), ("he", "a clerk asked him what he needed")]
    with torch.no_grad():
        both = read_together(ranker, tokenizer, pairs)
        alone = torch.cat([read_together(ranker, tokenizer, [pair]) for pair in pairs])
        one = tokenizer.encode(*pairs[0])
        given = torch.tensor([one.ids]), torch.tensor([one.type_ids])
        expected = ranker(*given, torch.tensor([len(one.ids)]))[0]
    torch.testing.assert_close(both, alone)
    torch.testing.assert_close(both[:1], expected)
    assert 1 in one.type_ids
