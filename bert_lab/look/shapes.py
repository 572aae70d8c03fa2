"""The shape of every tensor on its way through `BERTModel`, as plain data (`ch-model`).

Nothing is computed from tensors here. The tests hold the table against the real model, and whatever
shows shapes (the ShapeExplorer widget, figures, tables) reads them from here.
"""

import math
from collections.abc import Iterable
from typing import NamedTuple

from bert_core.config import BERTConfig

Product = tuple[str | int, ...]  # ("D", "F") means D * F


class TensorSpec(NamedTuple):
    """One tensor of a forward pass.

    `code` makes it; `module` is the submodule whose output it is ("{}" stands for the block), if
    there is one; `parameters` is a sum of products, the weights of that submodule. It exists once,
    or in every block (`per_block`).
    """

    stage: str
    name: str
    code: str
    dims: Product
    module: str = ""
    parameters: tuple[Product, ...] = ()
    per_block: bool = False


_LINEAR = (("D", "D"), ("D",))
_NORM = (("D",), ("D",))
_STATES = ("B", "T", "D")
_HEADS = ("B", "N", "T", "K")
_PREDICTED = ("B", "P", "D")


def _embeddings():
    def spec(name, code, dims=_STATES, module="", parameters=()):
        return TensorSpec("Embeddings", name, code, dims, module, parameters)

    yield spec(
        "token embeddings",
        "token_embedding(tokens)",
        module="encoder.token_embedding",
        parameters=(("V", "D"),),
    )
    yield spec(
        "segment embeddings",
        "segment_embedding(segments)",
        module="encoder.segment_embedding",
        parameters=((2, "D"),),
    )
    yield spec(
        "position embeddings",
        "pos_embedding[:, :T]",
        (1, "T", "D"),
        parameters=(("max_len", "D"),),
    )
    yield spec("sum of the three", "token + segment + position")
    yield spec(
        "norm of the sum",
        "embedding_norm(X)",
        module="encoder.embedding_norm.0",
        parameters=_NORM,
    )


def _attention():
    def spec(name, code, dims, module="", parameters=()):
        module = module and "encoder.blks.{}." + module
        return TensorSpec("Attention", name, code, dims, module, parameters, per_block=True)

    for name, letter in {"queries": "q", "keys": "k", "values": "v"}.items():
        yield spec(name, f"split(W_{letter}(X))", _HEADS, f"attention.W_{letter}", _LINEAR)
    scores = ("B", "N", "T", "T")
    yield spec("scores", "q @ k.transpose(-2, -1) / sqrt(K)", scores)
    yield spec("weights", "softmax(scores)", scores)
    yield spec("heads", "weights @ v", _HEADS)
    yield spec("heads side by side", "heads.transpose(1, 2).flatten(2)", _STATES)
    yield spec("attention output", "W_o(heads)", _STATES, "attention.W_o", _LINEAR)
    yield spec("add & norm", "addnorm1(X, output)", _STATES, "addnorm1.norm", _NORM)


def _feed_forward():
    def spec(name, code, dims, module, parameters=()):
        module = "encoder.blks.{}." + module
        return TensorSpec("Feed-forward", name, code, dims, module, parameters, per_block=True)

    wide = ("B", "T", "F")
    yield spec("widened", "ffn[0](X)", wide, "ffn.0", (("D", "F"), ("F",)))
    yield spec("activation", "ffn[1](X)", wide, "ffn.1")
    yield spec("narrowed", "ffn[2](X)", _STATES, "ffn.2", (("F", "D"), ("D",)))
    yield spec("add & norm", "addnorm2(X, output)", _STATES, "addnorm2.norm", _NORM)


def _heads():
    stage, final_stage = "Masked language modelling", "Next sentence prediction"
    yield TensorSpec(stage, "at the positions", "encoded_X.gather(1, pred_positions)", _PREDICTED)
    yield TensorSpec(stage, "dense", "transform[0](X)", _PREDICTED, "mlm.transform.0", _LINEAR)
    yield TensorSpec(stage, "activation", "transform[1](X)", _PREDICTED, "mlm.transform.1")
    yield TensorSpec(stage, "norm", "transform[2](X)", _PREDICTED, "mlm.transform.2", _NORM)
    # The matrix is the token embedding's and counted there; the bias is the decoder's own.
    logits = ("B", "P", "V")
    yield TensorSpec(stage, "mlm_Y_hat", "decoder(X)", logits, "mlm.decoder", (("V",),))
    yield TensorSpec("Pooler", "dense", "hidden[0](X[:, 0])", ("B", "D"), "hidden.0", _LINEAR)
    yield TensorSpec("Pooler", "pooled <cls>", "hidden[1](X)", ("B", "D"), "hidden.1")
    two = (("D", 2), (2,))
    yield TensorSpec(final_stage, "nsp_Y_hat", "nsp(pooled)", ("B", 2), "nsp.output", two)


# In the order of the forward pass. The last add & norm of the last block is `encoded_X`.
TENSORS = (*_embeddings(), *_attention(), *_feed_forward(), *_heads())


def sizes(config: BERTConfig, batch: int, length: int, predictions: int) -> dict[str, int]:
    """A number for every letter: B, T, P as given, D, N, K, F, V, num_blks, max_len of `config`.

    Raises:
        ValueError: if a sequence of `length` tokens doesn't fit into `max_len` positions.
    """
    if length > config.max_len:
        raise ValueError(f"length: expected at most max_len = {config.max_len}, got {length}")
    return {
        "B": batch,
        "T": length,
        "P": predictions,
        "D": config.num_hiddens,
        "N": config.num_heads,
        "K": config.num_hiddens // config.num_heads,
        "F": config.ffn_num_hiddens,
        "V": config.vocab_size,
        "num_blks": config.num_blks,
        "max_len": config.max_len,
    }


def numbers(dims: Product, sizes: dict[str, int]) -> tuple[int, ...]:
    """The dimensions with each letter replaced: ("B", 2) at B = 3 is (3, 2)."""
    return tuple(dim if isinstance(dim, int) else sizes[dim] for dim in dims)


def num_parameters(specs: Iterable[TensorSpec], sizes: dict[str, int]) -> int:
    """Weights behind the given tensors, those of a block counted once per block."""
    return sum(
        math.prod(numbers(product, sizes)) * (sizes["num_blks"] if spec.per_block else 1)
        for spec in specs
        for product in spec.parameters
    )


def formula(parameters: tuple[Product, ...]) -> str:
    """A sum of products as one writes it: "D·F + F"."""
    return " + ".join("·".join(map(str, product)) for product in parameters)
