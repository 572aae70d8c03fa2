"""Filling in a text that is nothing but masks, a few words at a time (`ch-after`)."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import SPECIAL_IDS, SpecialIds
from bert_core.model import BERTModel

ORDERS = ("surest", "left to right", "random")


class Written(NamedTuple):
    """Texts after one more step of writing.

    `tokens` (B, T) int64. `chosen` (B, T): True where a word was put in this step. `probabilities`
    (B, T): what the model gave each of these words before any temperature, 0.0 elsewhere.
    """

    tokens: Tensor
    chosen: Tensor
    probabilities: Tensor


@torch.no_grad()
def write(
    model: BERTModel,
    tokens: Tensor,
    segments: Tensor,
    valid_lens: Tensor | None = None,
    *,
    generator: torch.Generator,
    order: str = "surest",
    at_once: int = 1,
    temperature: float = 0.1,
    special_ids: SpecialIds = SPECIAL_IDS,
) -> Iterator[Written]:
    """Put a word for each `<mask>`, step by step, until none is left.

    At each step the model sees all that is written so far. It never writes a special token.

    Args:
        model: in evaluation mode, with a trained MLM head.
        tokens: (B, T) int64; what isn't `<mask>` stays as it is.
        segments: (B, T) int64.
        valid_lens: (B,) int64; None if all tokens are real.
        generator: draws the words, and the places where `order` is "random" (CPU).
        order: which places come next: "surest", where the model's best word has the most
            probability; "left to right"; or "random". Of equals the leftmost.
        at_once: words for each text in a step, drawn without knowing of each other; at least 1.
        temperature: 0 takes the best word, 1 draws by the model's own probabilities.

    Raises:
        ValueError: for another order, less than one word at once, or a temperature below 0.

    Source: Ghazvininejad et al. 2019 (Mask-Predict), without its second thoughts; Nie et al. 2025.
    See `ch-after`.
    """
    if order not in ORDERS:
        raise ValueError(f"order: expected one of {ORDERS}, got {order!r}")
    if at_once < 1:
        raise ValueError(f"at_once: expected at least 1, got {at_once}")
    if not temperature >= 0:
        raise ValueError(f"temperature: expected at least 0, got {temperature}")
    batch, length = tokens.shape
    places = torch.arange(length).expand(batch, length)  # (B, T)
    while (hidden := tokens == special_ids.mask).any():
        _, logits, _ = model(tokens, segments, valid_lens, places)  # (B, T, V)
        probabilities = logits.softmax(dim=-1)
        logits[..., list(special_ids)] = -torch.inf
        probabilities[..., list(special_ids)] = 0
        if order == "surest":
            keys = probabilities.amax(dim=-1)  # (B, T)
        elif order == "random":
            keys = torch.rand(batch, length, generator=generator)
        else:
            keys = -places.float()
        ranks = keys.masked_fill(~hidden, -torch.inf).argsort(dim=1, descending=True, stable=True)
        chosen = torch.zeros_like(hidden).scatter(1, ranks[:, :at_once], True) & hidden
        words = _draw(logits[chosen], temperature, generator)  # (n,)
        tokens = tokens.masked_scatter(chosen, words)
        given = torch.zeros(batch, length)
        given[chosen] = probabilities[chosen].gather(1, words[:, None])[:, 0]
        yield Written(tokens, chosen, given)


def _draw(logits: Tensor, temperature: float, generator: torch.Generator) -> Tensor:
    """A word for each row of (n, V)."""
    if temperature == 0:
        return logits.argmax(dim=1)
    shares = (logits / temperature).softmax(dim=1)
    return shares.multinomial(1, generator=generator)[:, 0]
