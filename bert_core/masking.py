"""Choosing the tokens that a masked language model has to predict (`ch-mlm`)."""

from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.inputs import SPECIAL_IDS, SPECIAL_TOKENS, SpecialIds
from bert_core.validation import check_token_ids

NUM_SPECIALS = len(SPECIAL_TOKENS)  # ids 0..4; every id from here on is an ordinary token


class MaskedTokens(NamedTuple):
    """A batch made ready for prediction.

    `inputs` (B, T): the tokens with the chosen ones replaced. `positions` (B, P): where the chosen
    tokens stand, in order. `weights` (B, P): 1.0 for a real slot, 0.0 for one that only fills the
    row up (its position and label are 0). `labels` (B, P): the tokens that stood there.
    """

    inputs: Tensor
    positions: Tensor
    weights: Tensor
    labels: Tensor


def mask_tokens(
    tokens: Tensor,
    vocab_size: int,
    *,
    generator: torch.Generator,
    rate: float = 0.15,
    mask_share: float = 0.8,
    random_share: float = 0.1,
    keep_share: float = 0.1,
    max_preds: int | None = None,
    special_ids: SpecialIds = SPECIAL_IDS,
    continuations: Tensor | None = None,
) -> MaskedTokens:
    """Choose tokens to predict and replace them by the 80/10/10 rule, for a whole batch at once.

    In a sequence of `length` tokens, padding not counted, exactly
    min(max_preds, max(1, round(rate * length))) are chosen, or all there are to choose from.
    `<pad>`, `<unk>`, `<cls>`, `<sep>` and `<mask>` are never chosen and never put in at random.

    With `continuations` whole words are chosen: in random order, each word of which all pieces
    still fit into that count, so that a row may get fewer. The rule holds for each piece by itself.

    Args:
        tokens: (B, T) int64, padded with `<pad>`; on any device.
        vocab_size: V, more than the five special tokens.
        generator: all randomness; a CPU generator gives the same draw on every device.
        rate: share of tokens chosen, in (0, 1].
        mask_share, random_share, keep_share: what becomes of a chosen token; they add up to one.
        max_preds: P, or T if that is less; by default what the longest possible sequence needs,
            max(1, round(rate * T)).
        special_ids: which ids are special; the book's by default.
        continuations: True for a token that goes on with the word of the one before: bool (V,) by
            token, such as "##s" in WordPiece, or (B, T) by place, where words are known from
            elsewhere; None chooses tokens one by one.

    Returns:
        `MaskedTokens`, on the device of `tokens`.

    Raises:
        ValueError: for shares that do not add up to one, a rate outside (0, 1], `max_preds` below
            1, a vocabulary of special tokens alone or without one of `special_ids`, or tokens or
            `continuations` of the wrong type or shape.
        IndexError: for an id outside the vocabulary (not read within `unchecked()`).

    Source: Devlin et al. 2019, section 3.1 and appendix A.1; `create_masked_lm_predictions` in
    google-research/bert. Deviations: `<unk>` is never a label, a random replacement is never a
    special token, and the draw is made anew at every call, not once when the data is written.
    See `ch-mlm`.
    """
    shares = (mask_share, random_share, keep_share)
    _check(tokens, vocab_size, rate, shares, max_preds, continuations)
    first, others = _split(special_ids, vocab_size)
    batch, length = tokens.shape
    max_preds = max(1, round(rate * length)) if max_preds is None else max_preds
    num_slots = min(max_preds, length)

    def draw(*shape):
        return torch.rand(shape, generator=generator, device=generator.device).to(tokens.device)

    candidates = tokens >= first  # (B, T)
    for special in others:
        candidates &= tokens != special
    wanted = torch.tensor([min(max_preds, max(1, round(rate * n))) for n in range(length + 1)])
    wanted = wanted.to(tokens.device)[(tokens != special_ids.pad).sum(dim=1)]  # (B,)
    keys = draw(batch, length)
    # In the order of the text; slots that only fill the row up point one past its end.
    if continuations is None:
        # The candidates with the highest random keys are a uniform draw without replacement.
        order = keys.masked_fill(~candidates, -1.0).topk(num_slots, dim=1).indices  # (B, P)
        counts = wanted.minimum(candidates.sum(dim=1))  # (B,)
        real = torch.arange(num_slots, device=tokens.device) < counts[:, None]  # (B, P)
        slots = order.masked_fill(~real, length).sort(dim=1).values  # (B, P)
    else:
        goes_on = continuations.to(tokens.device)
        goes_on = goes_on if goes_on.dim() == 2 else goes_on[tokens]  # (B, T)
        slots = _choose_words(keys, candidates, goes_on, wanted)[:, :num_slots]  # (B, P)
        real = slots < length
    padded = F.pad(tokens, (0, 1), value=special_ids.pad)  # (B, T + 1)
    labels = padded.gather(1, slots)  # (B, P)

    fate = draw(*slots.shape)  # (B, P)
    random_ids = torch.randint(
        first, vocab_size - len(others), slots.shape, generator=generator, device=generator.device
    ).to(tokens.device)  # (B, P)
    for special in others:  # in rising order: step over each of them
        random_ids += random_ids >= special
    replaced = torch.where(fate < mask_share, special_ids.mask, random_ids)
    replaced = torch.where(fate >= mask_share + random_share, labels, replaced)  # (B, P)
    inputs = padded.scatter(1, slots, replaced)[:, :length]  # (B, T)
    return MaskedTokens(inputs, slots.masked_fill(~real, 0), real.float(), labels)


def _choose_words(keys, candidates, goes_on, wanted):
    """Places of the pieces of whole words, in order, then T for the rest of a row: (B, T)."""
    before = F.pad(candidates[:, :-1], (1, 0))  # what goes on needs something to go on from
    starts = candidates & ~(goes_on & before)  # (B, T)
    words = starts.cumsum(dim=1).sub(1).clamp(min=0)  # (B, T), the number of each token's word
    sizes = torch.zeros_like(words).scatter_add(1, words, candidates.long())  # (B, T) per word
    order = keys.argsort(dim=1)  # (B, T), the words' numbers shuffled
    sizes = sizes.gather(1, order)
    left, room = sizes > 0, wanted[:, None]  # (B, T), (B, 1)
    taken = torch.zeros_like(left)
    while left.any():
        left &= sizes <= room  # room only shrinks: what is too long now stays so
        fitting = left & ((sizes * left).cumsum(dim=1) <= room)
        room = room - (sizes * fitting).sum(dim=1, keepdim=True)
        taken |= fitting
        left &= ~fitting
    chosen = torch.zeros_like(taken).scatter(1, order, taken).gather(1, words) & candidates
    length = keys.shape[1]
    places = torch.arange(length, device=keys.device).masked_fill(~chosen, length)
    return places.sort(dim=1).values


@cache  # the same few for every batch
def _split(special_ids, vocab_size):
    """The first id after the special ones at the start, and any special ids above it, ascending."""
    if len({i for i in special_ids if 0 <= i < vocab_size}) < NUM_SPECIALS:
        raise ValueError(
            f"special_ids: expected five different ids from 0 to {vocab_size - 1}, "
            f"got {tuple(special_ids)}"
        )
    first = next(i for i in range(vocab_size) if i not in special_ids)
    return first, sorted(special for special in special_ids if special > first)


def _check(tokens, vocab_size, rate, shares, max_preds, continuations):
    if tokens.dim() != 2 or tokens.numel() == 0 or tokens.dtype != torch.int64:
        raise ValueError(
            f"tokens: expected int64 of shape (batch, length), got {tokens.dtype} of shape "
            f"{tuple(tokens.shape)}"
        )
    if vocab_size <= NUM_SPECIALS:
        raise ValueError(f"vocab_size: expected more than {NUM_SPECIALS} tokens, got {vocab_size}")
    check_token_ids(tokens, vocab_size)
    if not 0 < rate <= 1:
        raise ValueError(f"rate: expected a share above 0 and up to 1, got {rate}")
    if min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
        raise ValueError(
            f"mask_share, random_share, keep_share: expected shares that add up to 1, got {shares}"
        )
    if max_preds is not None and max_preds < 1:
        raise ValueError(f"max_preds: expected at least 1, got {max_preds}")
    if continuations is not None and (
        continuations.dtype != torch.bool
        or continuations.shape not in ((vocab_size,), tokens.shape)
    ):
        raise ValueError(
            f"continuations: expected bool of shape ({vocab_size},) or {tuple(tokens.shape)}, got "
            f"{continuations.dtype} of shape {tuple(continuations.shape)}"
        )
