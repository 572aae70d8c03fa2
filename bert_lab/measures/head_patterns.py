"""Attention heads that follow a nameable pattern (`ch-original`).

The patterns are those that Clark et al. 2019 and Kovaleva et al. 2019 saw in BERT.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor

from bert_core.model import BERTModel
from bert_lab.text.tensors import batch_texts
from bert_lab.text.wordpiece import token_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_LEAST = 20  # sentences of a length, to know what a head does at that length whatever they say
_NINE_OF_TEN = torch.tensor([0.05, 0.95])


class HeadPattern(NamedTuple):
    """The share of each head's attention on the places of a pattern, from 0 to 1.

    `shares` are (blocks, heads), means over all tokens that have such a place. `uniform` is what
    attention to all places alike would give. `spread`, (2, blocks, heads), is the control: the
    fifth and the ninety-fifth of a hundred sentences of one length, at one place of them, as a mean
    over lengths and places. Only the words differ, so what lies between the two is theirs.
    """

    shares: Tensor
    spread: Tensor
    uniform: float

    def best(self) -> tuple[int, int]:
        """Block and head, from 1, with the largest share."""
        block, head = divmod(int(self.shares.argmax()), self.shares.shape[1])
        return block + 1, head + 1


def pattern_places(T: int) -> dict[str, Tensor]:
    """By pattern, bool (T, T): where the token of each row looks if its head follows it.

    The first and the last token, which open and close the sequence, look nowhere.
    """
    at = torch.arange(T)
    offset = at[None] - at[:, None]  # (T, T)
    places = {
        "itself": offset == 0,
        "previous token": offset == -1,
        "next token": offset == 1,
        "first token": (at == 0).expand(T, T),
        "last token": (at == T - 1).expand(T, T),
    }
    inner = ((at > 0) & (at < T - 1))[:, None]
    return {name: found & inner for name, found in places.items()}


@torch.no_grad()
def search_heads(
    model: BERTModel, tokenizer: "Tokenizer", sentences: Sequence[str]
) -> dict[str, HeadPattern]:
    """The `HeadPattern` of every pattern.

    Args:
        model: in evaluation mode.
        sentences: in pieces, with spaces between them. Lengths of which there are fewer than 20
            are left out.

    Raises:
        ValueError: if that leaves none.

    See `ch-original`.
    """
    by_length = defaultdict(list)
    for sentence in sentences:
        by_length[len(sentence.split())].append(sentence)
    groups = [group for group in by_length.values() if len(group) >= _LEAST]
    if not groups:
        raise ValueError(f"expected {_LEAST} sentences or more of one length, got none")
    vocab, found = token_ids(tokenizer), defaultdict(list)
    for group in groups:
        batch = batch_texts([(sentence, None) for sentence in group], vocab)
        weights = torch.stack(model.encoder.trace(*batch).attention_weights, dim=1)
        for name, places in pattern_places(weights.shape[-1]).items():
            wanted = places.float()
            given = (weights * wanted).sum(dim=-1)  # (B, blocks, N, T)
            spread = given.quantile(_NINE_OF_TEN, dim=0).sum(dim=-1)  # (2, blocks, N)
            uniform, rows = wanted.mean(dim=-1).sum(), wanted.any(dim=-1).float().sum()
            sums = given.sum(dim=(0, 3)) / len(group), spread, uniform, rows
            found[name].append([one * len(group) for one in sums])
    patterns = {}
    for name, of_groups in found.items():
        *sums, rows = (torch.stack(each).sum(dim=0) for each in zip(*of_groups, strict=True))
        shares, spread, uniform = (x / rows for x in sums)
        patterns[name] = HeadPattern(shares, spread, float(uniform))
    return patterns
