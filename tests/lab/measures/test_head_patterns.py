"""bert_lab.measures.head_patterns: places by hand, and heads whose pattern is known."""

import pytest
import torch

from bert_core import BERTConfig, BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.head_patterns import search_heads
from tests.helpers.close import near


class FakeEncoder(torch.nn.Module):
    """A fake encoder with two heads: previous token, uniform."""

    def __init__(self, vocab):
        super().__init__()
        self.vocab = vocab

    def trace(self, tokens, segments, valid_lens):
        B, T = tokens.shape
        previous = torch.eye(T).roll(1, 0).expand(B, T, T)
        alike = torch.full((B, T, T), 1 / T)
        weights = torch.stack([previous, alike], dim=1)
        return type("Trace", (), {"attention_weights": (weights,)})


def test_heads_with_known_patterns_are_found():
    _, tokenizer = load_mini_bert()
    words = "bird", "bank", "river", "crane"
    sentences = [f"the {w} came to the {v}" for w in words for v in words] * 2
    model = type("Model", (), {"encoder": FakeEncoder(tokenizer.get_vocab())})
    found = search_heads(model, tokenizer, sentences)
    assert found["previous token"].best() == (1, 1)
    assert found["previous token"].shares[0].tolist() == near([1, 1 / 8], roundings=8)
    low, high = found["previous token"].spread[:, 0]
    assert low.tolist() == high.tolist() == near([1, 1 / 8], roundings=8)
    assert found["last token"].uniform == pytest.approx(1 / 8)


def test_the_words_spread_what_a_head_gives_to_a_place():
    """A fake encoder whose head gives each token as much to the next as the first word's number."""
    _, tokenizer = load_mini_bert()
    words = sorted(word for word in tokenizer.get_vocab() if word.isalpha())[:101]

    class Encoder:
        def trace(self, tokens, segments, valid_lens):
            first = [words.index(tokenizer.id_to_token(int(i))) / 100 for i in tokens[:, 1]]
            ahead = torch.eye(tokens.shape[1]).roll(1, 1)
            weights = torch.tensor(first)[:, None, None, None] * ahead
            return type("Trace", (), {"attention_weights": (weights,)})

    model = type("Model", (), {"encoder": Encoder()})
    ahead = search_heads(model, tokenizer, [f"{w} came" for w in words])["next token"]
    assert ahead.shares.item() == near(0.5, roundings=64)
    assert ahead.spread.flatten().tolist() == near([0.05, 0.95], roundings=64)


def test_an_untrained_network_has_none():
    _, tokenizer = load_mini_bert()
    config = BERTConfig.preset("mini", vocab_size=tokenizer.get_vocab_size(), init_std=0.02)
    model = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()
    found = search_heads(model, tokenizer, ["the old crane came to the bank"] * 20)
    for name in ("itself", "previous token", "first token"):
        assert found[name].shares.max() < 1.2 * found[name].uniform
