"""bert_lab.history.bert: the mini-BERT itself, and the recipe that makes it again."""

from dataclasses import replace

import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.history import BERT, load_system
from bert_lab.pretraining import RECIPE, build_model, prepare, pretrain


def test_layers_are_the_mini_bert_s():
    model, _ = load_mini_bert()
    pairs = prepare().held_out.select(torch.arange(3))
    found = load_system("bert").layers(pairs.tokens, pairs.segments, pairs.valid_lens)
    expected = model.encoder.trace(pairs.tokens, pairs.segments, pairs.valid_lens).hidden_states
    for layer, other in zip(found, expected, strict=True):
        assert layer.equal(other)
        assert not layer.requires_grad


def test_seed_0_is_trained_as_the_mini_bert_is():
    """Its first steps leave the weights that the recipe's own first steps leave."""
    options = replace(RECIPE, num_train_steps=2)
    assert BERT.options == RECIPE
    system = BERT(761)
    losses = [record.loss for record in system.learn(0, options)]
    data = prepare()
    generator = data.generator()
    model = build_model(data, generator)
    records = pretrain(
        model,
        data.train,
        generator=generator,
        **options.arguments(),
    )
    assert losses == [record.loss for record in records]
    for name, weight in system.model.state_dict().items():
        assert weight.equal(model.state_dict()[name]), name
