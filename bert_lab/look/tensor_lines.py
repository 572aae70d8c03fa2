"""The source line that makes each tensor of `bert_lab.look.shapes` (`ch-model`)."""

import inspect
from collections.abc import Callable
from typing import NamedTuple

from bert_core.attention import MultiHeadAttention, attention_weights
from bert_core.encoder import BERTEncoder, TransformerEncoderBlock
from bert_core.heads import MaskLM
from bert_core.masking import mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import pack_pairs
from bert_lab.look.shapes import TensorSpec

_EMBED, _BLOCK, _ATTENTION = BERTEncoder.embed, TransformerEncoderBlock.forward, MultiHeadAttention
_CLS = (BERTModel.forward, "nsp_Y_hat = ")
# {part: {tensor: (function, how its line begins)}}; None stands for all other tensors of the part.
_LINES: dict[str, dict[str | None, tuple[Callable, str]]] = {
    "Input": {
        "pred_positions": (mask_tokens, "slots = order"),
        None: (pack_pairs, "tokens, segment_ids, valid_lens = "),
    },
    "Embeddings": {
        "token embeddings": (_EMBED, "X = "),
        "segment embeddings": (_EMBED, "X = "),
        None: (_EMBED, "return "),
    },
    "Attention": {
        "scores": (attention_weights, "scores = "),
        "weights": (attention_weights, "weights = "),
        "heads": (_ATTENTION.forward, "heads = "),
        "heads side by side": (_ATTENTION.forward, "return "),
        "attention output": (_ATTENTION.forward, "return "),
        "add & norm": (_BLOCK, "X = "),
        None: (_ATTENTION.forward, "q, k, v = "),
    },
    "Feed-forward": {None: (_BLOCK, "return ")},
    "Masked language modelling": {
        "at the positions": (MaskLM.forward, "return "),
        None: (MaskLM.decode, "return "),
    },
    "Pooler": {None: _CLS},
    "Next sentence prediction": {None: _CLS},
}


class Line(NamedTuple):
    """A line of code, and the full name of the function that contains it."""

    function: str
    code: str


def line_of(spec: TensorSpec) -> Line:
    """The line that makes a tensor, read from the source that runs.

    Args:
        spec: a row of `bert_lab.look.shapes.TENSORS`.

    Returns:
        `Line`.

    Raises:
        LookupError: if the function has no such line, or several.

    Attention computes the scores and weights it is asked for by the plain formula; `forward` leaves
    them to PyTorch's fused kernel. See `ch-model`.
    """
    part = _LINES[spec.stage]
    function, start = part.get(spec.name) or part[None]
    name = f"{function.__module__}.{function.__qualname__}"
    lines = [line.strip() for line in inspect.getsource(function).splitlines()]
    matches = [line for line in lines if line.startswith(start)]
    if len(matches) != 1:
        raise LookupError(f"expected one line {start!r} in {name}, got {len(matches)}")
    return Line(name, matches[0])
