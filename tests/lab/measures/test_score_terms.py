"""bert_lab.measures.score_terms: nine terms add up to the score, each is of its own parts."""

import pytest
import torch

from bert_core import BERTConfig, BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.head_patterns import search_heads
from bert_lab.measures.score_terms import (
    PARTS,
    embedding_parts,
    score_terms,
    term_shares,
)
from bert_lab.text.tensors import batch_texts
from bert_lab.world.mini_world import mini_world
from tests.helpers.close import assert_close, near

WORD, SEGMENT, PLACE = range(3)
PAIRS = [("the crane saw the bank", "it was old"), ("a bird is flying", None)]


@pytest.fixture(scope="module")
def mini():
    return load_mini_bert()


@pytest.fixture(scope="module")
def untrained(mini):
    generator = torch.Generator().manual_seed(0)
    return BERTModel.from_config(mini[0].config, generator=generator).eval()


@pytest.fixture(scope="module")
def halves():
    """Distinct sentences to choose heads on, and others to score them on."""
    corpus = mini_world()
    valid, test = ([s for story in split for s in story] for split in (corpus.valid, corpus.test))
    chosen = list(dict.fromkeys(valid))[:800]
    return chosen, [s for s in dict.fromkeys(test) if s not in set(chosen)][:400]


def shifted():
    """A model of odd sizes whose norm shifts and whose maps have biases, as a trained one has."""
    sizes = {"num_hiddens": 15, "ffn_num_hiddens": 11, "num_heads": 3, "num_blks": 1, "max_len": 9}
    config = BERTConfig(23, **sizes, embedding_norm=True, init_std=0.5, norm_eps=1e-2)
    generator = torch.Generator().manual_seed(1)
    model = BERTModel.from_config(config, generator=generator).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.dim() == 1 and "encoder" in name:
                parameter.add_(torch.randn(parameter.shape, generator=generator))
    return model


def odd_batch():
    generator = torch.Generator().manual_seed(2)
    return (
        torch.randint(23, (2, 7), generator=generator),
        torch.randint(2, (2, 7), generator=generator),
    )


@torch.no_grad()
def test_nine_terms_add_up_to_the_score(mini):
    for model, batch in (
        (mini[0], batch_texts(PAIRS, mini[1].get_vocab())[:2]),
        (shifted(), odd_batch()),
    ):
        X = model.encoder.embed(*batch)
        parts = embedding_parts(model.encoder, *batch)
        assert_close(parts.sum(dim=0), X, roundings=3 * 64)
        terms = score_terms(model.encoder, *batch)
        B, T = batch[0].shape
        heads = model.config.num_heads
        assert terms.shape == (len(PARTS), len(PARTS), B, heads, T, T)
        attention = model.encoder.blks[0].attention
        heads = (attention.num_heads, -1)
        q, k = (W(X).unflatten(-1, heads).transpose(1, 2) for W in (attention.W_q, attention.W_k))
        expected = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        assert_close(terms.sum(dim=(0, 1)), expected, roundings=4 * 64)


def test_shares_of_the_whole_are_those_of_the_search(mini, halves):
    model, tokenizer = mini
    same_length = [s for s in halves[0] if len(s.split()) == 8]
    searched = search_heads(model, tokenizer, same_length)["next token"]
    found = term_shares(model, tokenizer, same_length, "next token")
    assert_close(found.whole, searched.shares[0], roundings=4 * 64)
    assert found.uniform == near(searched.uniform, roundings=8)
    alone = term_shares(model, tokenizer, same_length[:1], "next token").alone
    assert alone.shape == (3, 3, 4)


def test_place_by_place_is_the_head_and_nothing_else_is(mini, untrained, halves):
    """Heads are chosen on some sentences; all that is asserted is of others."""
    model, tokenizer = mini
    chosen, others = halves
    searched = search_heads(model, tokenizer, chosen)
    heads = set()
    for pattern in ("previous token", "next token"):
        block, head = searched[pattern].best()
        assert block == 1
        heads.add(head - 1)
        found = term_shares(model, tokenizer, others, pattern)
        assert found.whole[head - 1] > 0.8
        assert found.alone[PLACE, PLACE, head - 1] > 0.8
        assert found.without[PLACE, PLACE, head - 1] < 0.12  # even: 0.08
        rest = torch.ones(3, 3, dtype=torch.bool)
        rest[PLACE, PLACE] = False
        assert found.alone[rest][:, head - 1].max() < 0.12
        assert found.without[rest][:, head - 1].min() > found.whole[head - 1] - 0.05
        control = term_shares(untrained, tokenizer, others, pattern)
        assert control.whole.max() < 0.12
    assert len(heads) == 2
