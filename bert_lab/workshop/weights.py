"""Trained weights in the reader's classes: how their parts are named and found.

The stages fix the names of parts (`W_q`, `norm1`). A part with another name is found all the same
if only one fits by its shape, such as the two linear layers of a block.
"""

import re
from typing import Any

import torch
from torch import Tensor, nn

from bert_core import BERTEncoder, BERTModel, MaskLM, MultiHeadAttention, TransformerEncoderBlock
from bert_lab.workshop.results import Wrong

# `bert_core`'s names, and the reader's.
_RENAMED = (
    (r"^encoder\.(token|segment)_embedding\.", r"encoder.embeddings.\1."),
    (r"^encoder\.pos_embedding$", "encoder.embeddings.position.weight"),
    (r"^encoder\.embedding_norm\.0\.", "encoder.embeddings.norm."),
    (r"^encoder\.blks\.", "encoder.blocks."),
    (r"\.addnorm([12])\.norm\.", r".norm\1."),
    (r"\.ffn\.0\.", ".dense1."),
    (r"\.ffn\.2\.", ".dense2."),
    (r"^mlm\.transform\.0\.", "mlm.dense."),
    (r"^mlm\.transform\.2\.", "mlm.norm."),
    (r"^hidden\.0\.", "nsp.pooler."),
)
# Where in a whole BERT each of the reader's classes stands, and each of `bert_core`'s.
_PLACES = {
    "Embeddings": "encoder.embeddings.",
    "MultiHeadAttention": "encoder.blocks.0.attention.",
    "Block": "encoder.blocks.0.",
    "Encoder": "encoder.",
    "MaskedWordHead": "mlm.",
    "NextSentenceHead": "nsp.",
    "BERT": "",
}
_CORE_PLACES = {
    BERTModel: "",
    BERTEncoder: "encoder.",
    TransformerEncoderBlock: "encoder.blks.0.",
    MultiHeadAttention: "encoder.blks.0.attention.",
    MaskLM: "mlm.",
}


def contract(source: nn.Module, name: str) -> dict[str, Tensor]:
    """The weights of `source` by the names of a class of the stages.

    Args:
        source: a `BERTModel`, or the part of one that corresponds to the class or holds it.
        name: of the class, such as "Encoder".
    """
    return {
        path: tensor.detach().squeeze(0)  # of positions, (1, max_len, D)
        for path, tensor in corresponding(source, name).items()
    }


def corresponding(source: nn.Module, name: str) -> dict[str, nn.Parameter]:
    """The parameters of `source` themselves, named as in `contract`."""
    place, own = _CORE_PLACES[type(source)], _PLACES[name]
    parameters = {}
    for key, parameter in source.named_parameters(remove_duplicate=False):
        path = place + key
        for core, reader in _RENAMED:
            path = re.sub(core, reader, path)
        if path.startswith(own):
            parameters[path.removeprefix(own)] = parameter
    return parameters


def fill(module: nn.Module, source: nn.Module, name: str) -> dict[str, nn.Parameter]:
    """Copy the weights of `source` into an object of the reader's class, in place.

    Args:
        module: the object.
        source, name: as for `contract`.

    Returns:
        The reader's parameters, by the names that the stages have for them.

    Raises:
        Wrong: in the reader's terms, if a part is missing, is of another shape, is there twice, or
            is not known. Then nothing has been changed.
    """
    weights = contract(source, name)
    found = {path: _find(module, path, weights) for path in weights}
    owners: dict[int, str] = {}
    for path, parameter in found.items():
        other = owners.setdefault(id(parameter), path)
        if other != path and {other, path} != {
            "encoder.embeddings.token.weight",
            "mlm.decoder.weight",
        }:
            raise Wrong("part-shared", part=_part(path), other=_part(other))
    for path, parameter in module.named_parameters():
        if id(parameter) not in owners:
            raise Wrong("part-extra", part=path, number=parameter.numel())
    with torch.no_grad():
        for path, parameter in found.items():
            parameter.copy_(weights[path].view_as(parameter))
    return found


def _find(module: nn.Module, path: str, weights: dict[str, Tensor]) -> nn.Parameter:
    """The parameter with this name, or the only one of this shape that has no name of its own."""
    shape, parameter = tuple(weights[path].shape), _named(module, path)
    if parameter is None:
        kind = path.rpartition(".")[2]  # "weight" or "bias"
        owner = "".join(path.rpartition(".")[0].rpartition(".")[:2])  # with its dot, or nothing
        fits = [
            p
            for name, p in module.named_parameters(remove_duplicate=False)
            if name not in weights
            and name.startswith(owner)
            and name.endswith(kind)
            and tuple(p.shape) == shape
        ]
        if len(set(map(id, fits))) != 1:
            raise _missing(module, path)
        return fits[0]
    if tuple(parameter.shape) not in (shape, (1, *shape)):
        raise Wrong("part-shape", part=path, found=tuple(parameter.shape), expected=shape)
    return parameter


def _named(module: nn.Module, path: str) -> nn.Parameter | None:
    """The parameter at this path; a table may be an `nn.Parameter`, too."""
    thing: Any = module
    for step in path.split("."):
        if isinstance(thing, list | tuple):
            raise Wrong("plain-list", part=path.split(".")[0])
        if isinstance(thing, nn.Parameter):
            break
        thing = getattr(thing, step, None)
    return thing if isinstance(thing, nn.Parameter) else None


def _missing(module: nn.Module, path: str) -> Wrong:
    """The first part of the path that leads nowhere is what is missing."""
    owner: Any = module
    steps = path.split(".")
    for number, step in enumerate(steps):
        inner = getattr(owner, step, None)
        if isinstance(inner, Tensor):
            return Wrong("not-learned", part=".".join(steps[: number + 1]))
        if step == "bias" and isinstance(owner, nn.Linear):
            return Wrong("no-bias", part=_part(path))
        if inner is None:
            names = [name for name, _ in owner.named_children()] or ["none"]
            part = ".".join(steps[: number + 1])
            return Wrong("part-missing", part=part, has=", ".join(names))
        owner = inner
    return Wrong("not-learned", part=_part(path))


def _part(path: str) -> str:
    return path.rpartition(".")[0] or path
