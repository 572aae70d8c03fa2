"""Attention heads that follow a nameable pattern (`ch-original`).

The patterns are those that Clark et al. 2019 and Kovaleva et al. 2019 saw in BERT, and Vig 2019 for
the same word.
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

PUNCTUATION = set(".,;:?!")
_LEAST = 20  # sentences of a length, to know what a head does at that length whatever they say
_MOVING = "punctuation", "same word"  # where they stand depends on the sentence
_NINE_OF_TEN = torch.tensor([0.05, 0.95])


class HeadPattern(NamedTuple):
    """The share of each head's attention on the places of a pattern, from 0 to 1.

    `shares` are (blocks, heads), means over all tokens that have such a place. `uniform` is what
    attention to all places alike would give. One control is given, the other is None:

    - `spread`, (2, blocks, heads), where the places are the same in every sentence: the fifth and
      the ninety-fifth of a hundred sentences of one length, at one place of them, as a mean over
      lengths and places. Only the words differ, so what lies between the two is theirs.
    - `by_position`, (blocks, heads), where they are not: what the same head gives to the same
      places when it reads *other* sentences of that length.
    """

    shares: Tensor
    by_position: Tensor | None
    spread: Tensor | None
    uniform: float

    def best(self) -> tuple[int, int]:
        """Block and head, from 1, with the largest share."""
        block, head = divmod(int(self.shares.argmax()), self.shares.shape[1])
        return block + 1, head + 1


def pattern_places(tokens: Sequence[str]) -> dict[str, Tensor]:
    """By pattern, bool (T, T): where the token of each row looks if its head follows it.

    The first and the last token, which open and close the sequence, look nowhere.
    """
    T = len(tokens)
    at, own = torch.arange(T), torch.eye(T, dtype=torch.bool)
    offset = at[None] - at[:, None]  # (T, T)
    point = torch.tensor([token in PUNCTUATION for token in tokens])
    same = torch.tensor([[a == b for b in tokens] for a in tokens])
    places = {
        "itself": own,
        "previous token": offset == -1,
        "next token": offset == 1,
        "first token": (at == 0).expand(T, T),
        "last token": (at == T - 1).expand(T, T),
        "punctuation": point.expand(T, T) & ~own,
        "same word": same & ~own,
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
        others = (weights.sum(dim=0) - weights) / (len(group) - 1)  # (B, blocks, N, T, T)
        places = [pattern_places(["", *sentence.split(), ""]) for sentence in group]
        for name in places[0]:
            wanted = torch.stack([place[name] for place in places]).float()  # (B, T, T)
            given = torch.einsum("blnij,bij->blni", weights, wanted)  # (B, blocks, N, T)
            if name in _MOVING:
                control = torch.einsum("blnij,bij->ln", others, wanted)
            else:  # (2, blocks, N)
                control = given.quantile(_NINE_OF_TEN, dim=0).sum(dim=-1) * len(group)
            uniform, rows = wanted.mean(dim=-1).sum(), wanted.any(dim=-1).float().sum()
            found[name].append((given.sum(dim=(0, 3)), control, uniform, rows))
    patterns = {}
    for name, of_groups in found.items():
        *sums, rows = (torch.stack(each).sum(dim=0) for each in zip(*of_groups, strict=True))
        shares, control, uniform = (x / rows for x in sums)
        controls = (control, None) if name in _MOVING else (None, control)
        patterns[name] = HeadPattern(shares, *controls, float(uniform))
    return patterns
