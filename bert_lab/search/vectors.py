"""Search by the vectors that a BERT makes of texts (`ch-practice`)."""

from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

from bert_core.model import BERTModel
from bert_lab.search.words import one_or_more
from bert_lab.text.wordpiece import find_special_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

BATCH_SIZE = 8
MAX_LEN = 256  # tokens that the released model reads of a text, so its card says


@torch.no_grad()
def embed(model: BERTModel, tokenizer: "Tokenizer", texts: list[str]) -> Tensor:
    """A vector of length 1 for each text: the mean of its tokens' vectors, scaled.

    Args:
        model: in evaluation mode.
        tokenizer: neither pads nor cuts, as `load_bert` returns it.
        texts: one or more; of a long one the first 256 tokens are read, special ones included.

    Returns:
        (texts, D), whose products are cosines.

    Raises:
        ValueError: for no text, or one that is in no list.

    Source: Reimers and Gurevych 2019, section 3; the card of all-MiniLM-L6-v2. Deviations: none.
    See `ch-practice`.
    """
    one_or_more(texts)
    parts = [texts[i : i + BATCH_SIZE] for i in range(0, len(texts), BATCH_SIZE)]
    return torch.cat([mean_vectors(model, tokenizer, part, MAX_LEN) for part in parts])


def mean_vectors(
    model: BERTModel, tokenizer: "Tokenizer", texts: list[str], max_len: int
) -> Tensor:
    """`embed` for texts as one batch of up to `max_len` tokens, for training."""
    pad = find_special_ids(tokenizer).pad
    ids = [_cut(one.ids, max_len) for one in tokenizer.encode_batch(texts)]
    valid_lens = torch.tensor([len(row) for row in ids])
    # a text without a token, an empty one where no special tokens stand around it, gets zeros
    rows = [torch.tensor(row or [pad]) for row in ids]
    tokens = pad_sequence(rows, batch_first=True, padding_value=pad)  # (B, T)
    lengths = valid_lens.clamp(min=1)
    X = model.encoder(tokens, torch.zeros_like(tokens), lengths)  # (B, T, D)
    real = torch.arange(tokens.shape[1]) < valid_lens[:, None]  # (B, T)
    return F.normalize((X * real[:, :, None]).sum(dim=1) / lengths[:, None], dim=1)


def _cut(ids: list[int], max_len: int) -> list[int]:
    """Truncate, keeping the last token, which ends the text."""
    return ids if len(ids) <= max_len else [*ids[: max_len - 1], ids[-1]]
