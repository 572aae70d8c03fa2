"""The defaults are D2L's model, whatever the book builds elsewhere."""

from torch import nn

from bert_core import AddNorm, BERTEncoder, BERTModel, MaskLM, TransformerEncoderBlock
from tests.helpers.sizes import SIZES

POSITIONAL = tuple(SIZES.values())[:-1]  # all but max_len


def norms(module):
    return [m for m in module.modules() if isinstance(m, nn.LayerNorm)]


def activations(module):
    return {type(m) for m in module.modules() if isinstance(m, nn.ReLU | nn.GELU)}


def test_every_norm_has_the_text_s_epsilon():
    modules = (
        MaskLM(23, 15),
        AddNorm(15, 0.1),
        TransformerEncoderBlock(15, 11, 3, 0.1),
        BERTEncoder(*POSITIONAL),
        BERTModel(*POSITIONAL),
    )
    for module in modules:
        assert {norm.eps for norm in norms(module)} == {1e-5}


def test_activations_are_relu():
    for module in (MaskLM(23, 15), TransformerEncoderBlock(15, 11, 3, 0.1), BERTModel(*POSITIONAL)):
        assert activations(module) == {nn.ReLU}


def test_a_thousand_positions_and_no_norm_on_the_sum():
    for encoder in (BERTEncoder(*POSITIONAL), BERTModel(*POSITIONAL).encoder):
        assert encoder.pos_embedding.shape == (1, 1000, 15)
        assert isinstance(encoder.embedding_norm, nn.Identity)


def test_weights_start_as_pytorch_draws_them():
    """A large table, so that its spread tells N(0, 1) from the original's 0.02."""
    for encoder in (BERTEncoder(500, 64, 8, 2, 1, 0.1), BERTModel(500, 64, 8, 2, 1, 0.1).encoder):
        assert 0.9 < encoder.token_embedding.weight.std() < 1.1
        assert 0.9 < encoder.pos_embedding.std() < 1.1


def test_the_decoder_is_the_head_s_own():
    model = BERTModel(*POSITIONAL)
    assert model.mlm.decoder.weight is not model.encoder.token_embedding.weight
