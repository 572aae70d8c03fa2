"""bert_core.initialisation: its table of laws, measured on every parameter of a model.

With n draws the standard error of a measured spread is at most spread / sqrt(2 n) for laws without
heavy tails; five of them make a band that a right law leaves about once in a million.
"""

import math

import pytest
import torch
from torch import nn

from bert_core import BERTEncoder
from bert_core.initialisation import initialise

# Sizes large enough to measure, and still all different.
LARGE = {
    "vocab_size": 3989,  # a spread that is one part in a hundred off is seen
    "num_hiddens": 60,
    "ffn_num_hiddens": 113,
    "num_heads": 5,
    "max_len": 41,
    "embedding_norm": True,
}
CUT = 0.879626  # spread of a normal that is cut off at two standard deviations


def _kinds(model):
    """Every parameter under the name of its row in the table."""
    kinds = {"embeddings": [], "matrices": [], "biases": [], "scales": [], "shifts": []}
    for path, module in model.named_modules():
        for name, parameter in module.named_parameters(recurse=False):
            if isinstance(module, nn.LayerNorm):
                kind = "scales" if name == "weight" else "shifts"
            elif isinstance(module, nn.Linear):
                kind = "matrices" if name == "weight" else "biases"
            else:
                kind = "embeddings"
            kinds[kind].append((path, parameter.detach()))
    return kinds


def _band(parameter):
    return 5 / math.sqrt(2 * parameter.numel())


def test_the_table_is_complete(build_model):
    model = build_model(**LARGE)
    counts = {kind: len(found) for kind, found in _kinds(model).items()}
    # 2 blocks of 6 linear layers and 2 norms; pooler, transform, decoder, NSP; 2 more norms
    assert counts == {"embeddings": 3, "matrices": 16, "biases": 16, "scales": 6, "shifts": 6}
    assert sum(counts.values()) == len(list(model.parameters()))


@pytest.mark.parametrize("std", [0.02, 0.5])
def test_the_original_s_laws(std, build_model):
    kinds = _kinds(build_model(**LARGE, init_std=std))
    for path, weight in kinds["embeddings"] + kinds["matrices"]:
        assert weight.abs().max() <= 2 * std, path
        assert weight.std() == pytest.approx(CUT * std, rel=_band(weight)), path
        assert weight.mean().abs() < 5 * std / math.sqrt(weight.numel()), path
    assert all(bias.eq(0).all() for _, bias in kinds["biases"])


def test_the_text_s_laws(build_model):
    kinds = _kinds(build_model(**LARGE))
    for path, weight in kinds["embeddings"]:
        assert weight.std() == pytest.approx(1, rel=_band(weight)), path
        assert weight.abs().max() > 2, path
    for (path, weight), (_, bias) in zip(kinds["matrices"], kinds["biases"], strict=True):
        bound = 1 / math.sqrt(weight.shape[1])
        assert weight.abs().max() <= bound, path
        assert bias.abs().max() <= bound, path
        assert weight.std() == pytest.approx(bound / math.sqrt(3), rel=_band(weight)), path
    wide = [bias for path, bias in kinds["biases"] if not path.endswith("ffn.2")]  # fan-in 60
    biases = torch.cat(wide)
    assert biases.std() == pytest.approx(1 / math.sqrt(3 * 60), rel=_band(biases))


@pytest.mark.parametrize("std", [None, 0.02])
def test_norms_start_as_nothing_but_a_norm(std, build_model):
    kinds = _kinds(build_model(**LARGE, init_std=std))
    assert all(scale.eq(1).all() for _, scale in kinds["scales"])
    assert all(shift.eq(0).all() for _, shift in kinds["shifts"])


def test_the_encoder_alone_follows_the_same_law(build_model):
    encoder = build_model(**LARGE, init_std=None).encoder
    initialise(encoder, 0.02)
    assert max(p.abs().max() for _, p in _kinds(encoder)["matrices"]) <= 0.04
    assert encoder.token_embedding.weight.abs().max() <= 0.04
    built = BERTEncoder(23, 15, 11, 3, 2, 0.0, init_std=0.02)
    assert max(p.abs().max() for p in built.parameters() if p.dim() >= 2) <= 0.04


def test_none_draws_nothing(build_model):
    model = build_model()
    before = {name: weight.clone() for name, weight in model.state_dict().items()}
    initialise(model, None)
    assert all(weight.equal(before[name]) for name, weight in model.state_dict().items())
