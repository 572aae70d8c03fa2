"""The same weights under switches that they were not trained with (`ch-original`)."""

from dataclasses import replace
from typing import cast

import torch
from torch import nn

from bert_core.encoder import TransformerEncoderBlock
from bert_core.model import BERTModel

AS_TRAINED = "as it was trained"
# What `BERTConfig` can say of a model, by the name of the choice.
CONFIGURED = {
    AS_TRAINED: {},
    "ReLU": {"activation": "relu"},
    "no embedding norm": {"embedding_norm": False},
    "untied decoder": {"tied_decoder": False},
    "epsilon 1e-5": {"norm_eps": 1e-5},
    "init_std 0.02": {"init_std": 0.02},
}


def rebuilt(model: BERTModel, **switches) -> BERTModel:
    """A model with other switches and the same weights; missing weights are drawn (seed 0).

    Args:
        model: with a tied decoder, whose matrix is stored as the token table alone.
        switches: fields of `BERTConfig`.
    """
    weights = dict(model.state_dict())
    del weights["mlm.decoder.weight"]
    config = replace(model.config, **switches)
    other = BERTModel.from_config(config, generator=torch.Generator().manual_seed(0)).eval()
    other.load_state_dict(weights, strict=False)
    return other


def switched(model: BERTModel) -> dict[str, BERTModel]:
    """Copies of a model of the original's kind by switch, in evaluation mode."""
    models = {name: rebuilt(model, **switches) for name, switches in CONFIGURED.items()}
    return models | {
        "GELU by tanh": _with_tanh(rebuilt(model)),
        "one segment": _with_one_segment(rebuilt(model)),
        "NSP rows swapped": _with_rows_swapped(rebuilt(model)),
    }


def _with_tanh(model: BERTModel) -> BERTModel:
    for blk in model.encoder.blks:
        cast(TransformerEncoderBlock, blk).ffn[1] = nn.GELU(approximate="tanh")
    model.mlm.transform[1] = nn.GELU(approximate="tanh")
    return model


@torch.no_grad()
def _with_one_segment(model: BERTModel) -> BERTModel:
    table = model.encoder.segment_embedding.weight
    table[1] = table[0]
    return model


@torch.no_grad()
def _with_rows_swapped(model: BERTModel) -> BERTModel:
    for parameter in model.nsp.output.parameters():
        parameter.copy_(parameter.flip(0))
    return model
