"""Pairs of texts for next sentence prediction, drawn from documents (`ch-nsp`).

A document is a list of sentences in order, a sentence a list of token ids without special tokens.
"""

from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import CLS, SEP, Sequences, pad_batch, truncate_pair

Document = list[list[int]]
SHORT_RATE = 0.1  # of the original's pairs: a random shorter target


class Pair(NamedTuple):
    """Two texts as token ids; `is_next` is True if the second really follows the first."""

    first: list[int]
    second: list[int]
    is_next: bool


class PairDraw(NamedTuple):
    """The pairs drawn, and how many documents gave none because they were too short."""

    pairs: list[Pair]
    skipped: int


@dataclass(frozen=True, eq=False)
class PairData(Sequences):
    """Pairs as `Sequences`, and `is_next` (n,) int64, 1 = really next. See `ch-nsp`."""

    is_next: Tensor


def sentence_pairs(documents: list[Document], generator: torch.Generator) -> PairDraw:
    """D2L's pairs: each two neighbouring sentences, the second one exchanged in half of them.

    A negative pair's second sentence is drawn uniformly from the other documents, among those
    that follow another there. So seen alone, a second sentence gives nothing away.

    Args:
        documents: at least two of them with two sentences or more; shorter ones are skipped.
        generator: all randomness.

    Returns:
        `PairDraw`.

    Raises:
        ValueError: if fewer than two documents have two sentences, or a sentence has no token.

    Source: D2L 15.9.2. Deviations: D2L may draw the true next sentence, or the first of a
    document, as a false one. See `ch-nsp`.
    """
    _check_sentences(documents)
    usable = [document for document in documents if len(document) >= 2]
    if len(usable) < 2:
        raise ValueError(
            f"documents: expected at least two with two sentences or more, got {len(usable)} "
            f"among {len(documents)}"
        )
    seconds = list(chain.from_iterable(document[1:] for document in usable))
    truth = torch.rand(len(seconds), generator=generator) < 0.5
    pairs, start = [], 0
    for document in usable:
        own = len(document) - 1
        end = start + own
        # Uniform over all sentences but this document's own: draw from the rest, step over it.
        draws = torch.randint(len(seconds) - own, (own,), generator=generator)
        others = (draws + own * (draws >= start)).tolist()
        for i, (is_next, other) in enumerate(zip(truth[start:end].tolist(), others, strict=True)):
            second = document[i + 1] if is_next else seconds[other]
            pairs.append(Pair(document[i], second, is_next))
        start = end
    return PairDraw(pairs, len(documents) - len(usable))


def segment_pairs(documents: list[Document], max_len: int, generator: torch.Generator) -> PairDraw:
    """The original's pairs: each text a run of sentences, together as long as fits in `max_len`.

    About half are negative pairs: the second text is a run from another document; the sentences
    that it displaced are used again. A run of a single sentence has no true second text and always
    makes a negative pair, so positive ones are somewhat rarer.

    Args:
        documents: at least two, empty ones are skipped.
        max_len: positions in all, three special tokens included; at least 5.
        generator: all randomness.

    Returns:
        `PairDraw`; texts may still be longer than `max_len` (`pack_pairs` shortens them).

    Raises:
        ValueError: if fewer than two documents have a sentence, a sentence has no token, or
            `max_len` is below 5.

    Source: `create_instances_from_document` in google-research/bert. Deviations: the other document
    is another one for certain, where the original gives up after ten tries; the shorter target is
    drawn for a tenth of the pairs, in the original for a tenth of the documents. See `ch-nsp`.
    """
    _check_sentences(documents)
    usable = [document for document in documents if document]
    if len(usable) < 2:
        raise ValueError(f"documents: expected at least two that are not empty, got {len(usable)}")
    if max_len < 5:
        raise ValueError(
            f"max_len: expected at least 5, two texts and three specials, got {max_len}"
        )
    # Python's own generator, seeded by ours: for single numbers it is many times as fast
    draw = Random(int(torch.randint(2**62, (), generator=generator)))
    pairs = []
    for index, document in enumerate(usable):
        position = 0
        while position < len(document):
            room = max_len - 3
            target = draw.randint(2, room) if draw.random() < SHORT_RATE else room
            run = _run(document, position, target)
            cut = draw.randint(1, len(run) - 1) if len(run) > 1 else 1
            first = list(chain.from_iterable(run[:cut]))
            is_next = len(run) > 1 and draw.random() < 0.5
            if is_next:
                second, used = run[cut:], len(run)
            else:
                other = draw.randrange(len(usable) - 1)
                elsewhere = usable[other + (other >= index)]
                start = draw.randrange(len(elsewhere))
                second, used = _run(elsewhere, start, max(1, target - len(first))), cut
            pairs.append(Pair(first, list(chain.from_iterable(second)), is_next))
            position += used
    return PairDraw(pairs, len(documents) - len(usable))


def pack_pairs(
    pairs: list[Pair], max_len: int, generator: torch.Generator | None = None
) -> PairData:
    """Pairs as BERT input sequences `<cls>` first `<sep>` second `<sep>`, padded to `max_len`.

    Pairs that are too long are shortened, not dropped, and counted.

    Args:
        pairs: at least one.
        max_len: T; at least 5.
        generator: as in `truncate_pair`.

    Returns:
        `PairData`.

    Raises:
        ValueError: for an empty list, or a pair that `max_len` leaves no token.

    Source: google-research/bert; D2L drops long pairs,
    a quarter of its data. See `ch-nsp`.
    """
    sequences, segments, truncated = [], [], 0
    for first, second, _ in pairs:
        if len(first) + len(second) + 3 > max_len:
            first, second = truncate_pair(first, second, max_len, generator)
            truncated += 1
        sequences.append([CLS, *first, SEP, *second, SEP])
        segments.append([0] * (len(first) + 2) + [1] * (len(second) + 1))
    tokens, segment_ids, valid_lens = pad_batch(sequences, segments, max_len)
    is_next = torch.tensor([int(pair.is_next) for pair in pairs])
    return PairData(tokens, segment_ids, valid_lens, is_next, truncated=truncated)


def _check_sentences(documents: list[Document]) -> None:
    """Raise ValueError for an empty sentence: a pair of it would have nothing to predict."""
    for number, document in enumerate(documents):
        if not all(document):
            place = document.index([])
            raise ValueError(f"documents: sentence {place} of document {number} has no token")


def _run(document: Document, position: int, target: int) -> Document:
    """Sentences from `position` on until they hold `target` tokens or the document ends."""
    end, length = position, 0
    while end < len(document) and length < target:
        length += len(document[end])
        end += 1
    return document[position:end]
