"""Two searches: by the words that texts share, and by the vectors of a BERT (chapter 11)."""

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

from bert_core.model import BERTModel
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

    Source: Reimers and Gurevych 2019, section 3; the card of all-MiniLM-L6-v2. Deviations: none.
    Chapter 11.
    """
    vectors, pad = [], find_special_ids(tokenizer).pad
    for start in range(0, len(texts), BATCH_SIZE):
        encoded = tokenizer.encode_batch(texts[start : start + BATCH_SIZE])
        rows = [torch.tensor(_cut(one.ids)) for one in encoded]
        valid_lens = torch.tensor([len(row) for row in rows])
        tokens = pad_sequence(rows, batch_first=True, padding_value=pad)  # (B, T)
        X = model.encoder(tokens, torch.zeros_like(tokens), valid_lens)  # (B, T, D)
        real = torch.arange(tokens.shape[1]) < valid_lens[:, None]  # (B, T)
        vectors.append((X * real[:, :, None]).sum(dim=1) / valid_lens[:, None])
    return F.normalize(torch.cat(vectors), dim=1)


def match_words(questions: list[str], texts: list[str], k: float = 1.5, b: float = 0.75) -> Tensor:
    """How well each text matches each question by BM25: shared words count, rare ones more.

    Args:
        questions, texts: any strings; a word is letters, digits and underscores, in lower case.
        k: how soon it no longer matters that a word comes again.
        b: how much a long text has to make up for, 0 to 1.

    Returns:
        (questions, texts) of 0 or more; 0 where no word is shared.

    Source: Robertson and Zaragoza 2009. Deviation: 1 is added inside the logarithm, as Lucene does,
    so that a word of most texts doesn't count against a text. Chapter 11.
    """
    counts = [Counter(_words(text)) for text in texts]
    lengths = [sum(count.values()) for count in counts]
    mean = sum(lengths) / len(lengths)
    spread = Counter(word for count in counts for word in count)  # in how many texts
    scores = torch.zeros(len(questions), len(texts))
    for i, question in enumerate(questions):
        for word in _words(question):
            rarity = math.log(1 + (len(texts) - spread[word] + 0.5) / (spread[word] + 0.5))
            for j, (count, length) in enumerate(zip(counts, lengths, strict=True)):
                often = count[word]
                scores[i, j] += rarity * often * (k + 1) / (often + k * (1 - b + b * length / mean))
    return scores


def _cut(ids: list[int]) -> list[int]:
    """The last token, which ends the text, stays."""
    return ids if len(ids) <= MAX_LEN else [*ids[: MAX_LEN - 1], ids[-1]]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
