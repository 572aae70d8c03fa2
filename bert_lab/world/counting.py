"""What counting shows: word frequencies, left neighbours, which words go together."""

import torch
from torch import Tensor

from bert_core.inputs import UNK
from bert_core.masking import NUM_SPECIALS
from bert_core.pairs import PairData

_ROWS = 4_096  # at a time, so that the bags of a long corpus need not be in memory together


def count_words(tokens: Tensor, vocab_size: int, *, unknown: bool = False) -> Tensor:
    """How often each id occurs; special tokens count as never.

    Args:
        tokens: int64, any shape.
        vocab_size: V.
        unknown: whether `<unk>` is a word like any other, as it is in D2L.

    Returns:
        (V,) float64, whole numbers.

    See `ch-pretraining`.
    """
    counts = tokens.flatten().bincount(minlength=vocab_size).double()
    specials = torch.arange(NUM_SPECIALS)
    counts[specials[specials != UNK] if unknown else specials] = 0
    return counts


def unigram_probs(counts: Tensor, *, unknown: bool = False) -> Tensor:
    """Relative frequencies (V,) of words, one added to each of the `counts` of `count_words`.

    Special tokens have none, `<unk>` only if `unknown`. See `ch-pretraining`.
    """
    is_word = torch.arange(len(counts)) >= NUM_SPECIALS
    is_word[UNK] = unknown
    added = (counts + 1) * is_word
    return added / added.sum()


def bigram_probs(tokens: Tensor, unigram: Tensor) -> Tensor:
    """Probabilities (V, V) of a word after the token left of it, `<cls>` and `<sep>` included.

    Args:
        tokens: (n, T) int64.
        unigram: (V,); one count shared out by it is added to each row. See `ch-pretraining`.
    """
    left, right = tokens[:, :-1].flatten(), tokens[:, 1:].flatten()
    words = right >= NUM_SPECIALS
    size = len(unigram)
    counts = (left[words] * size + right[words]).bincount(minlength=size**2).view(size, size)
    return (counts + unigram) / (counts.sum(dim=1, keepdim=True) + 1)


def log_ratios(data: PairData, vocab_size: int, *, either_order: bool = True) -> Tensor:
    r"""Naive Bayes on word pairs: $\ln p(\{a, b\} \mid \text{next}) / p(\{a, b\} \mid \text{not})$.

    Every word a of a first text forms a pair with every word b of its second text; p is the pair's
    share among all pairs of the true, or of the false, examples. One is added to each count.

    Args:
        data: training pairs.
        vocab_size: V.
        either_order: whether (a, b) and (b, a) count as the same; if not, it matters which word
            stood in which text.

    Returns:
        (V, V) float32; rows are words of the first text.

    See `ch-nsp`.
    """
    counts = torch.ones(2, vocab_size, vocab_size)  # float32 counts exactly up to 16 million
    for rows in torch.arange(len(data)).split(_ROWS):
        part = data.select(rows)
        first, second = _bags(part, vocab_size)  # (B, V) each
        for label in (0, 1):
            chosen = part.is_next == label
            counts[label] += first[chosen].T @ second[chosen]
    if either_order:
        counts = counts + counts.transpose(1, 2)
    shares = (counts / counts.sum(dim=(1, 2), keepdim=True)).log()
    return shares[1] - shares[0]


def mean_log_ratio(data: PairData, ratios: Tensor) -> Tensor:
    """The score of each pair of texts: the mean ratio of all its word pairs, (n,).

    Above 0 it speaks for "next". A text without words gives 0.

    Args:
        data: pairs to judge; special tokens, `<mask>` among them, count as no words.
        ratios: (V, V) of `log_ratios`.

    See `ch-nsp`.
    """
    scores = []
    for rows in torch.arange(len(data)).split(_ROWS):
        first, second = _bags(data.select(rows), len(ratios))
        sums = ((first @ ratios) * second).sum(dim=1)  # (B,)
        scores.append(sums / (first.sum(dim=1) * second.sum(dim=1)).clamp(min=1))
    return torch.cat(scores)


def _bags(data: PairData, vocab_size: int) -> tuple[Tensor, Tensor]:
    """Of first and second texts: 1.0 for each word that occurs, (B, V)."""
    bags = []
    for segment in (0, 1):
        words = data.tokens * (data.segments == segment)  # all others become <pad>
        found = torch.zeros(len(words), vocab_size).scatter_(1, words, 1.0)
        found[:, :NUM_SPECIALS] = 0
        bags.append(found)
    return bags[0], bags[1]
