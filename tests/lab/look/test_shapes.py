"""The table of shapes against the real model."""

import math

import pytest
import torch

from bert_core import BERTConfig, BERTModel, attention
from bert_lab.look import shapes

BATCH, LENGTH, PREDICTIONS = 6, 7, 4
ODD = dict(
    vocab_size=23,
    num_hiddens=15,
    ffn_num_hiddens=11,
    num_heads=3,
    num_blks=2,
    dropout=0.1,
    max_len=13,
    embedding_norm=True,
    tied_decoder=True,
)
# The released models (google-research/bert README, counted by hand in its issues).
WITH_HEADS = {"base": 110_106_428, "large": 336_226_108}


def _letters(config, length=LENGTH):
    return shapes.sizes(config, batch=BATCH, length=length, predictions=PREDICTIONS)


def _record(model, monkeypatch):
    """Shapes seen in one forward pass: outputs by module path, and the tensors between modules."""
    seen = {}

    def keep(name):
        def hook(module, args, output):
            seen[name] = tuple(output.shape)
            seen[name + " (input)"] = tuple(args[0].shape)

        return hook

    def spy(q, k, v, mask=None, dropout=0.0):
        seen.update(queries=tuple(q.shape), keys=tuple(k.shape), values=tuple(v.shape))
        seen["scores"] = tuple((q @ k.transpose(-2, -1)).shape)
        result = fused(q, k, v, mask)
        seen["heads"] = tuple(result.shape)
        return result

    fused = attention.dot_product_attention
    monkeypatch.setattr(attention, "dot_product_attention", spy)
    for name, module in model.named_modules():
        if not list(module.children()):
            module.register_forward_hook(keep(name))
    model.encoder.embedding_norm.register_forward_hook(keep("embedding_norm"))
    tokens = torch.randint(5, 23, (BATCH, LENGTH))
    segments = torch.zeros_like(tokens)
    positions = torch.randint(0, LENGTH, (BATCH, PREDICTIONS))
    model(tokens, segments, torch.full((BATCH,), 5), positions)
    seen["weights"] = tuple(model.encoder.trace(tokens, segments).attention_weights[0].shape)
    seen["sum of the three"] = seen["embedding_norm (input)"]
    seen["heads side by side"] = seen["encoder.blks.0.attention.W_o (input)"]
    seen["at the positions"] = seen["mlm.transform.0 (input)"]
    seen["position embeddings"] = tuple(model.encoder.pos_embedding[:, :LENGTH].shape)
    return seen


def test_every_shape_is_the_shape_in_the_model(monkeypatch):
    config = BERTConfig(**ODD)
    seen = _record(BERTModel.from_config(config), monkeypatch)
    letters = _letters(config)
    between = {"queries", "keys", "values"}  # the modules' outputs before the split into heads
    for spec in shapes.TENSORS:
        expected = shapes.numbers(spec.dims, letters)
        paths = [spec.module.format(i) for i in range(config.num_blks if spec.per_block else 1)]
        for path in [spec.name] if spec.name in between or not spec.module else paths:
            assert seen[path] == expected, spec


def test_every_parameter_has_its_row():
    config = BERTConfig(**ODD)
    model = BERTModel.from_config(config)
    letters = _letters(config)
    expected = {"encoder": model.encoder.pos_embedding.numel()}
    for name, module in model.named_modules():
        if own := [p.numel() for p in module.parameters(recurse=False)]:
            expected[name] = expected.get(name, sum(own))
    expected["mlm.decoder"] -= model.encoder.token_embedding.weight.numel()
    counted = {}
    for spec in shapes.TENSORS:
        if spec.parameters:
            number = sum(math.prod(shapes.numbers(p, letters)) for p in spec.parameters)
            for i in range(config.num_blks if spec.per_block else 1):
                path = spec.module.format(i) or "encoder"
                assert path not in counted, f"{path} stands in two rows"
                counted[path] = number
    assert counted == expected
    assert shapes.num_parameters(shapes.TENSORS, letters) == sum(
        p.numel() for p in model.parameters()
    )


@pytest.mark.parametrize(("preset", "expected"), WITH_HEADS.items())
def test_presets_with_both_heads(preset, expected):
    config = BERTConfig.preset(preset)
    assert shapes.num_parameters(shapes.TENSORS, _letters(config)) == expected
