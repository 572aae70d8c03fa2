"""Models of odd sizes, and the tokens that they read."""

import pytest
import torch

from bert_core import BERTConfig, BERTModel

V, D, F, N, BLOCKS, B, T = 23, 24, 11, 3, 3, 2, 7
ORIGINAL = {
    "activation": "gelu",
    "embedding_norm": True,
    "tied_decoder": True,
    "norm_eps": 1e-12,
    "init_std": 0.3,
}


@pytest.fixture
def model():
    config = BERTConfig(V, D, F, N, BLOCKS, dropout=0.0, max_len=16, **ORIGINAL)
    return BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()


@pytest.fixture
def inputs(generator):
    """Tokens and segments (2, 7), valid lengths (2,)."""
    tokens = torch.randint(5, V, (B, T), generator=generator)
    segments = (torch.arange(T) > 3).long().expand(B, T)
    return tokens, segments, torch.tensor([T, 5])
