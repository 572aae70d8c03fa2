"""Search by the words that texts share (`ch-practice`)."""

import math
import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from unicodedata import normalize

import torch
from torch import Tensor

_HAN = r"\u3005-\u3007\u3041-\u30ff\u3400-\u9fff"  # Chinese and Japanese: no blanks


def match_words(questions: list[str], texts: list[str], k: float = 1.5, b: float = 0.75) -> Tensor:
    """How well each text matches each question by BM25: shared words count, rare ones more.

    Args:
        questions, texts: any strings; a word is letters, digits and underscores, in lower case. Of
            Chinese and Japanese each character is one, and each pair of neighbours.
        k: how soon it no longer matters that a word comes again.
        b: how much a long text has to make up for, 0 to 1.

    Returns:
        (questions, texts) of 0 or more; 0 where no word is shared.

    Raises:
        ValueError: as `one_or_more`.

    Source: Robertson and Zaragoza 2009. Deviation: 1 is added inside the logarithm, as Lucene does,
    so that a word of most texts doesn't count against a text. See `ch-practice`.
    """
    one_or_more(questions)
    counts = [Counter(_words(text)) for text in one_or_more(texts)]
    lengths = torch.tensor([float(sum(count.values())) for count in counts])
    rarity, discount = _rarity(texts), k * (1 - b + b * lengths / lengths.mean())  # (P,)

    @cache
    def column(word: str) -> Tensor:
        often = torch.tensor([float(count[word]) for count in counts])  # (P,)
        # a text without the word, or without any, gets 0 whatever k and b are
        return (rarity(word) * often * (k + 1) / (often + discount)).where(often > 0, 0)

    return torch.stack([sum(map(column, _words(q)), torch.zeros(len(texts))) for q in questions])


def share_matched(questions: list[str], texts: list[str], k: float = 1.5) -> Tensor:
    """`match_words` scaled to 0 to 1: as a share of the score of a text that repeats every word.

    So a question whose rare words are in no text gets small numbers: the search knows how little it
    knows; one without any word gets zeros. (questions, texts). See `ch-practice`.
    """
    matched, rarity = match_words(questions, texts, k), _rarity(texts)
    most = [
        sum(rarity(word) * (k + 1) for word in _words(question)) or 1.0 for question in questions
    ]
    return matched / torch.tensor(most)[:, None]


def one_or_more(texts: list[str]) -> list[str]:
    """The texts as they are; raises ValueError for none, or one that is in no list."""
    if isinstance(texts, str) or not texts:
        raise ValueError(f"expected a list of one or more texts, got {texts!r}")
    return texts


def _rarity(texts: list[str]) -> Callable[[str], float]:
    spread = Counter(word for text in texts for word in set(_words(text)))  # in how many texts
    return lambda word: math.log(1 + (len(texts) - spread[word] + 0.5) / (spread[word] + 0.5))


def _words(text: str) -> list[str]:
    runs = re.findall(rf"[{_HAN}]+|[^\W{_HAN}]+", normalize("NFKC", text).lower())
    unspaced = re.compile(f"[{_HAN}]")
    return [
        word
        for run in runs
        for word in ([*run, *map("".join, pairwise(run))] if unspaced.match(run) else [run])
    ]
