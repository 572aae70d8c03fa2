"""bert_lab.after.gated: the formula by hand, ModernBERT's own layer, as many weights as before."""

import pytest
import torch

from bert_lab.after.gated import GatedFFN, gate_ffn
from bert_lab.after.norm_first import norm_first


def test_equal_to_the_reference_s_gated_network(generator):
    from transformers import ModernBertConfig
    from transformers.models.modernbert.modeling_modernbert import ModernBertMLP

    config = ModernBertConfig(hidden_size=15, intermediate_size=11, mlp_bias=False, mlp_dropout=0.0)
    theirs, ours = ModernBertMLP(config).eval(), GatedFFN(15, 11)
    ours.widen.load_state_dict(theirs.Wi.state_dict())
    ours.narrow.load_state_dict(theirs.Wo.state_dict())
    X = torch.randn(2, 7, 15, generator=generator)
    with torch.no_grad():
        assert torch.allclose(ours(X), theirs(X), atol=1e-6)


def test_as_many_weights_as_before_and_drawn_alike(model, inputs):
    before = sum(w.numel() for w in model.encoder.blks[0].ffn.parameters() if w.dim() == 2)
    gate_ffn(model, torch.Generator().manual_seed(1))
    first, second = (blk.ffn for blk in model.encoder.blks[:2])
    after = sum(w.numel() for w in first.parameters())
    assert abs(after / before - 1) < 0.1
    assert not first.widen.weight.equal(second.widen.weight)
    assert 0.7 < first.widen.weight.std() / model.config.init_std < 1
    again = gate_ffn(model, torch.Generator().manual_seed(1)).encoder.blks[0].ffn
    assert again.widen.weight.equal(first.widen.weight)
    assert model.encoder(*inputs).isfinite().all()


def test_a_norm_before_the_network_is_never_lost(model, generator, inputs):
    norm_first(gate_ffn(model, generator))
    assert model.encoder(*inputs).isfinite().all()
    with pytest.raises(ValueError, match="norms before them afterwards"):
        gate_ffn(model, generator)
    with pytest.raises(ValueError, match="before it already"):
        norm_first(model)
