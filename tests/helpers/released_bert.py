"""The released BERT: original, packed for a page, and as the page computes it."""

import copy
import gzip
from functools import cache

import torch
from safetensors.torch import load
from torch import Tensor

from bert_core import BERTModel
from bert_core.encoder import EncoderTrace
from bert_lab.checkpoint import load_bert, released
from bert_lab.checkpoint.adapter import adapter_parameters, add_adapter, merge_adapter
from bert_lab.checkpoint.quantised import FILLER, pack_small
from bert_lab.checkpoint.snapshots import SCALE, read

TEXTS = (
    "Hello!",
    "I went to the bank to deposit cash.",
    "We sat down on the bank of the river and watched the boats go by.",
    "The crane lifted the steel beam; a crane stood in the shallow water.",
    "He can't, won't, and didn't.",
    "Dr. Smith paid $3,250.75 on 12/05/1999 for an antidisestablishmentarian pamphlet.",
    "A cup of coffee with milk and sugar, please.",
    "The trophy doesn't fit into the brown suitcase because it is too large.",
)


@cache
def released_bert():
    """The model, with unused heads, and its tokenizer."""
    return load_bert(released.RELEASED, generator=torch.Generator().manual_seed(0))


@cache
def packed_bert() -> bytes:
    return pack_small(*released_bert())


def unpack_small(data: bytes) -> dict[str, Tensor]:
    """The encoder's float32 weights as a page computes with them, by `BERTModel`'s names."""
    stored = load(gzip.decompress(data))
    names = (name for name in stored if not name.endswith(SCALE) and not name.startswith(FILLER))
    return {name: read(stored, name) for name in names}


@cache
def page_bert() -> BERTModel:
    """The same model with the packed weights."""
    model = copy.deepcopy(released_bert()[0])
    model.load_state_dict(unpack_small(packed_bert()), strict=False)
    return model


@cache
@torch.no_grad()
def gap_filler() -> tuple[bytes, BERTModel]:
    """A page's file with an adapter that is drawn, and the model that PyTorch makes of both."""
    model, generator = copy.deepcopy(page_bert()), torch.Generator().manual_seed(3)
    add_adapter(model, 8, generator)
    for parameter in adapter_parameters(model).values():
        parameter += torch.randn(parameter.shape, generator=generator) / 40
        parameter.copy_(parameter.half())
    adapter = {name: parameter.half() for name, parameter in adapter_parameters(model).items()}
    merge_adapter(model)
    return pack_small(*released_bert(), adapter), model


@torch.no_grad()
def traced(model: BERTModel, ids: list[int], segments: list[int] | None = None) -> EncoderTrace:
    """States and attention weights of one text."""
    kinds = torch.tensor([segments or [0] * len(ids)])
    return model.encoder.trace(torch.tensor([ids]), kinds)


def farthest(ours: tuple[Tensor, ...], theirs: tuple[Tensor, ...]) -> float:
    return max((a - b).abs().max().item() for a, b in zip(ours, theirs, strict=True))
