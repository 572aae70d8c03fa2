"""From one text or two to a BERT input sequence, and from sequences to a batch (`ch-input`)."""

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, NamedTuple, Self

import torch
from torch import Tensor

# One spelling for the book; the original writes [PAD] [UNK] [CLS] [SEP] [MASK].
SPECIAL_TOKENS = ("<pad>", "<unk>", "<cls>", "<sep>", "<mask>")
PAD, UNK, CLS, SEP, MASK = range(5)


class SpecialIds(NamedTuple):
    """The ids of the special tokens: the book's by default, others in other vocabularies."""

    pad: int = PAD
    unk: int = UNK
    cls: int = CLS
    sep: int = SEP
    mask: int = MASK


SPECIAL_IDS = SpecialIds()


@dataclass(frozen=True, eq=False)
class Sequences:
    """Padded int64 sequences; subclasses add further tensors with one row for each.

    `tokens`, `segments` (n, T) and `valid_lens` (n,) as `pad_batch` makes them; `truncated`: how
    many had to be shortened to make them. See `ch-nsp`.
    """

    tokens: Tensor
    segments: Tensor
    valid_lens: Tensor
    truncated: int = field(default=0, kw_only=True)

    def __len__(self) -> int:
        """n, the number of sequences."""
        return len(self.tokens)

    def select(self, rows: Tensor) -> Self:
        """The given rows (B,) int64, in their order; none counts as shortened here."""
        return replace(self, truncated=0, **{name: x[rows] for name, x in self._tensors()})

    def crop(self) -> Self:
        """The same batch without the columns that are padding in every row."""
        longest, shape = int(self.valid_lens.max()), self.tokens.shape
        wide = {name: x[:, :longest] for name, x in self._tensors() if x.shape == shape}
        return replace(self, **wide)

    def _tensors(self) -> list[tuple[str, Tensor]]:
        return [(name, x) for name, x in vars(self).items() if isinstance(x, Tensor)]


def get_tokens_and_segments(
    tokens_a: list[str], tokens_b: list[str] | None = None
) -> tuple[list[str], list[int]]:
    """One text or a pair as a single sequence, with its segment ids.

    Args:
        tokens_a: the first text's tokens.
        tokens_b: the second text's tokens, or None.

    Returns:
        tokens: `<cls>` a `<sep>`, or `<cls>` a `<sep>` b `<sep>`.
        segments: 0 up to and with the first `<sep>`, 1 after it; as long as tokens.

    Raises:
        ValueError: if a text is a plain string and not a list of tokens.

    Source: Devlin et al. 2019, section 3; interface of D2L 15.8.4. Deviation: the spelling of the
    special tokens. See `ch-input`.
    """
    for name, text in (("tokens_a", tokens_a), ("tokens_b", tokens_b)):
        if isinstance(text, str):
            raise ValueError(
                f'{name}: expected a list of tokens, got the string "{text}"; split it first'
            )
    tokens = ["<cls>", *tokens_a, "<sep>"]
    segments = [0] * len(tokens)
    if tokens_b is not None:
        tokens += [*tokens_b, "<sep>"]
        segments += [1] * (len(tokens_b) + 1)
    return tokens, segments


def truncate_pair(
    tokens_a: list, tokens_b: list | None, max_len: int, generator: torch.Generator | None = None
) -> tuple[list, list | Any]:
    """Shorten a text or a pair until it fits into `max_len` positions with its special tokens.

    Args:
        tokens_a, tokens_b: tokens or ids; `tokens_b` None for a single text.
        max_len: positions in all, special tokens included; at least 3, for a pair at least 5.
        generator: if given, tokens fall off the front or the back of the longer text by a coin
            flip, as in the original's pretraining data; without it always off the back.

    Returns:
        Shortened copies; None for None.

    Raises:
        ValueError: if `max_len` leaves a text no token.

    Source: `truncate_seq_pair` in google-research/bert `create_pretraining_data.py`.
    Deviations: none. See `ch-input`.
    """
    room = max_len - (2 if tokens_b is None else 3)
    texts = [list(tokens_a)] + ([] if tokens_b is None else [list(tokens_b)])
    if room < len(texts):
        raise ValueError(
            f"max_len: expected at least {2 * len(texts) + 1} positions for {len(texts)} text(s) "
            f"with special tokens, got {max_len}"
        )
    # Where the longer one loses its tokens one by one (of two equal ones the second) this is left.
    kept = [min(len(tokens_a), room)]
    if tokens_b is not None:
        second = min(len(tokens_b), max(room // 2, room - len(tokens_a)))
        kept = [min(len(tokens_a), room - second), second]
    for i, text in enumerate(texts):
        lost, front = len(text) - kept[i], 0
        if generator is not None and lost:
            front = int((torch.rand(lost, generator=generator) < 0.5).sum())
        texts[i] = text[front : front + kept[i]]
    return texts[0], texts[1] if tokens_b is not None else None


def pad_batch(
    sequences: list[list[int]], segments: list[list[int]], max_len: int | None = None
) -> tuple[Tensor, Tensor, Tensor]:
    """Sequences of different lengths as one batch.

    Args:
        sequences: token ids, one list per sequence, special tokens included.
        segments: segment ids, as long as their sequence.
        max_len: T; the longest sequence's length if None.

    Returns:
        tokens: (B, T) int64, padded with `<pad>` (id 0).
        segments: (B, T) int64, padded with 0.
        valid_lens: (B,) int64, the lengths before padding.

    Raises:
        ValueError: for an empty batch, an empty sequence, one longer than `max_len`, or segments
            that do not match.

    Source: Devlin et al. 2019, appendix A. Deviations: none. See `ch-input`.
    """
    lengths = [len(sequence) for sequence in sequences]
    if not lengths or 0 in lengths:
        found = f"sequence {lengths.index(0)} empty" if lengths else "none"
        raise ValueError(f"sequences: expected at least one, none of them empty, got {found}")
    if lengths != [len(row) for row in segments]:
        raise ValueError(
            f"segments: expected one segment id per token, {sum(lengths)} for {len(lengths)} "
            f"sequence(s), got {sum(map(len, segments))} for {len(segments)}"
        )
    max_len = max(lengths) if max_len is None else max_len
    if max(lengths) > max_len:
        raise ValueError(
            f"sequences: expected at most max_len = {max_len} tokens, got {max(lengths)}; "
            "shorten the texts with truncate_pair"
        )
    valid_lens = torch.tensor(lengths)  # (B,)
    valid = torch.arange(max_len) < valid_lens[:, None]  # (B, T)
    tokens = torch.full(valid.shape, PAD)
    segment_ids = torch.zeros_like(tokens)
    tokens[valid] = torch.tensor(list(chain.from_iterable(sequences)))
    segment_ids[valid] = torch.tensor(list(chain.from_iterable(segments)))
    return tokens, segment_ids, valid_lens
