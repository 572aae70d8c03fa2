"""A BERT that one can compute with a pencil: its weights, and every number of one training step.

Three tokens, five words, D = 4, one head, one block. All weights are halves, but for one, ln 4,
so that up to the logits all numbers are plain fractions. See `ch-model` and `ch-by-hand`.
"""

import math
from collections.abc import Mapping
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core import BERTModel, TransformerEncoderBlock

WORDS = ("<mask>", "cats", "drink", "eat", "milk")  # V = 5, in the order of their ids
TEXT = ("cats", "<mask>", "milk")  # T = 3
GAP, ANSWER = 1, WORDS.index("drink")  # the place that is guessed, and the word that stood there
LEARNING_RATE = 0.25

# The name of each parameter in the model, in short. All others are zero, and the norms' scales one.
PARAMETERS = {
    "E": "encoder.token_embedding.weight",
    "S": "encoder.segment_embedding.weight",
    "P": "encoder.pos_embedding",
    "W_q": "encoder.blks.0.attention.W_q.weight",
    "W_k": "encoder.blks.0.attention.W_k.weight",
    "W_v": "encoder.blks.0.attention.W_v.weight",
    "W_o": "encoder.blks.0.attention.W_o.weight",
    "W_1": "encoder.blks.0.ffn.0.weight",
    "b_1": "encoder.blks.0.ffn.0.bias",
    "W_2": "encoder.blks.0.ffn.2.weight",
    "b": "mlm.decoder.bias",
}

WEIGHTS = {
    "E": [  # a row for each word
        [0, 0, 0.5, 0.5],
        [0.5, -0.5, 0, 0.5],
        [1, 0, 0, 0.5],
        [0.5, 0.5, 0, -0.5],
        [0, 1, -0.5, 0.5],
    ],
    "S": [[0.5, 0, 0, -0.5], [0, 0, 0, 0]],  # the text is segment 0
    "P": [[[0, 0.5, 0, 0], [0.5, 0, -0.5, -1], [0.5, 0, -0.5, 0.5]]],
    "W_q": [[math.log(4), 0, 0, 0], [0] * 4, [0] * 4, [0] * 4],  # e^(ln 4 / sqrt(4)) = 2
    "W_k": [[0, 1, 0, 0], [0] * 4, [0] * 4, [0] * 4],
    "W_v": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, -1], [0, 0, 1, 0]],
    "W_o": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],
    "W_1": [[0.5, 0.5, 0.5, 0], [-1, 0, 0, 1]],
    "b_1": [0.5, 0],
    "W_2": [[0.5, 1], [1.5, 0], [-1.5, 1], [-0.5, 0]],
    "b": [0, 0, 0, 0, 0],
}


def hand_model(weights: Mapping[str, list] = WEIGHTS) -> BERTModel:
    """`BERTModel` with these weights, in double precision; its MLM head is the decoder alone.

    Args:
        weights: for each name of `PARAMETERS`, numbers in the parameter's shape.

    See `ch-model`.
    """
    switches = {"tied_decoder": True, "norm_eps": 1e-12}
    model = BERTModel(len(WORDS), 4, 2, num_heads=1, num_blks=1, dropout=0.0, max_len=3, **switches)
    model.mlm.transform = nn.Sequential(nn.Identity())
    model.double().eval()
    parameters = dict(model.named_parameters())
    with torch.no_grad():
        for name, parameter in parameters.items():
            parameter.fill_(1 if name.endswith("norm.weight") else 0)
        for short, name in PARAMETERS.items():
            parameters[name].copy_(torch.tensor(weights[short], dtype=torch.float64))
    return model


def hand_loss(model: BERTModel) -> Tensor:
    """The cross-entropy () at the gap, in nats, by the model's own call."""
    tokens = torch.tensor([[WORDS.index(word) for word in TEXT]])  # (1, T)
    logits = model(tokens, 0 * tokens, None, torch.tensor([[GAP]]))[1]  # (1, 1, V)
    return F.cross_entropy(logits[0], torch.tensor([ANSWER]))


def hand_numbers(model: BERTModel) -> dict[str, Tensor]:
    """Every number between the words and the loss, and its gradient, as the model computes it.

    Returns:
        By name: `x` (T, D), the input; `q` (D,) of the gap, `k`, `v` (T, D); `s`, `a` (T,), the
        gap's scores and attention weights; `m` (D,), the mix of values; `r`, `n`, the sum of the
        first residual connection and its norm; `u`, `g` (F,), before and after ReLU; `f` (D,);
        `r2`, `h`, the second sum and norm; `z`, `p` (V,), logits and probabilities; `loss` ().
        A name with `d` before it is the gradient of the loss, which parameters have, too.
        `dE_in` and `dE_out` are the parts of `dE` (V, D) that come through input and decoder.

    See `ch-model`.
    """
    block = cast(TransformerEncoderBlock, model.encoder.blks[0])
    kept: dict[str, Tensor] = {}
    handles = []

    def keep(name, module, inputs=False):
        def hook(_, given, result):
            kept[name] = given[0] if inputs else result

        handles.append(module.register_forward_hook(hook))

    for name in "qkv":
        keep(name, getattr(block.attention, f"W_{name}"))
    keep("x", block.attention, inputs=True)
    keep("m", block.attention.W_o, inputs=True)
    keep("r", block.addnorm1.norm, inputs=True)
    keep("n", block.addnorm1.norm)
    for name, place in (("u", 0), ("g", 1), ("f", 2)):
        keep(name, block.ffn[place])
    keep("r2", block.addnorm2.norm, inputs=True)
    keep("h", block.addnorm2.norm)
    keep("z", model.mlm.decoder)
    loss = hand_loss(model)
    for handle in handles:
        handle.remove()
    parameters = dict(model.named_parameters())
    weights = {short: parameters[name] for short, name in PARAMETERS.items()}
    gradients = torch.autograd.grad(loss, [*kept.values(), *weights.values()])

    numbers = {"loss": loss.detach(), "p": kept["z"].detach()[0, 0].softmax(dim=0)}
    for name, gradient in zip((*kept, *weights), gradients, strict=True):
        rows = (0, 0) if name == "z" else (0, slice(None) if name in "xkv" else GAP)
        if name in kept:
            numbers[name] = kept[name].detach()[rows]
        numbers["d" + name] = gradient[rows] if name in kept else gradient
    numbers |= _attention(numbers)
    numbers["dE_out"] = numbers["dz"][:, None] * numbers["h"]  # (V, D)
    numbers["dE_in"] = numbers["dE"] - numbers["dE_out"]
    return numbers


def _attention(numbers):
    """Scores and weights, which the package's fused attention never shows, and their gradients."""
    q, k, v = (numbers[name] for name in "qkv")
    s = (k @ q / math.sqrt(len(q))).requires_grad_()  # (T,)
    a = s.softmax(dim=0)
    ds, da = torch.autograd.grad(a @ v, (s, a), numbers["dm"])
    return {"s": s.detach(), "a": a.detach(), "ds": ds, "da": da}


def hand_step(model: BERTModel, learning_rate: float = LEARNING_RATE) -> BERTModel:
    """Moves every parameter once against its gradient; returns the model. See `ch-model`."""
    model.zero_grad()
    hand_loss(model).backward()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.grad is not None:
                parameter -= learning_rate * parameter.grad
    return model
