"""bert_lab.history.bert: the mini-BERT itself."""

import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.history import load_system
from bert_lab.pretraining import prepare


def test_layers_are_the_mini_bert_s():
    model, _ = load_mini_bert()
    pairs = prepare().held_out.select(torch.arange(3))
    found = load_system("bert").layers(pairs.tokens, pairs.segments, pairs.valid_lens)
    expected = model.encoder.trace(pairs.tokens, pairs.segments, pairs.valid_lens).hidden_states
    for layer, other in zip(found, expected, strict=True):
        assert layer.equal(other)
        assert not layer.requires_grad
