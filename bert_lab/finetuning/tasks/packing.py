"""Examples as tensors: words become tokens, and labels move with their words.

See `ch-finetuning`.
"""

from typing import TYPE_CHECKING, TypeVar

import torch

from bert_core.inputs import SpecialIds, pad_batch, truncate_pair
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import NO_WORD, TaskSpec
from bert_lab.finetuning.tasks.data import TaskData
from bert_lab.text.tokenization import encode
from bert_lab.text.wordpiece import find_special_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Label = TypeVar("Label")
Tokens = list[tuple[int, int]]  # each with the number of its word


def pack_examples(
    spec: TaskSpec[Label],
    examples: list[Example[Label]],
    tokenizer: "Tokenizer",
    max_len: int,
    stride: int | None = None,
) -> TaskData:
    """Examples as tensors for the encoder, padded to `max_len`.

    Texts that are too long are shortened, not dropped, and counted; or the second one is read in
    overlapping windows, a row of the data for each.

    Args:
        spec: their task.
        examples: at least one.
        tokenizer: of whole words or of word pieces, the book's or the original's.
        max_len: T; at least 3, for pairs 5.
        stride: tokens between the beginnings of two windows, at most what a window holds of the
            second text; None for no windows.

    Returns:
        `TaskData`.

    Raises:
        ValueError: for no examples, an example of another form than the task's, a `max_len` that
            leaves no token, a stride that leaves tokens out, or a tokenizer without the five
            special tokens.

    Source: Devlin et al. 2019, section 4 (figure 4 in the published paper); labels on first pieces
    as in section 5.3; windows as in `run_squad.py`. Deviations: none. See `ch-finetuning`.
    """
    if not examples:
        raise ValueError("examples: expected at least one, got none")
    for number, example in enumerate(examples):
        _check(spec, example, number)
    special = find_special_ids(tokenizer)
    words = encode(tokenizer, [[*first, *(second or ())] for first, second, _ in examples])
    rows, sequences, segments, places, truncated = [], [], [], [], 0
    for example, ids in zip(examples, words, strict=True):
        first, second = _pieces(ids[: len(example.first)]), None
        if example.second is not None:
            second = _pieces(ids[len(example.first) :])
        kept = _fit(first, second, max_len, stride)
        truncated += (stride is None or second is None) and kept != [(first, second)]
        for one, other in kept:
            head, tail = _special(one, other, special)
            tokens, words_of_tokens = zip(*head, *tail, strict=True)
            rows.append(example)
            sequences.append(list(tokens))
            segments.append([0] * len(head) + [1] * len(tail))
            places.append([*words_of_tokens, *[NO_WORD] * (max_len - len(tokens))])
    inputs = pad_batch(sequences, segments, max_len)
    labels = [
        spec.place_label(example.label, *row)
        for example, *row in zip(rows, places, inputs[1].tolist(), strict=True)
    ]
    placed = torch.tensor(labels), torch.tensor(places)
    return TaskData(*inputs, *placed, spec, rows, truncated=truncated)


def _pieces(words: list[list[int]]) -> Tokens:
    """The tokens of a text, each with the index of its word."""
    return [(token, place) for place, ids in enumerate(words) for token in ids]


def _fit(
    first: Tokens, second: Tokens | None, max_len: int, stride: int | None
) -> list[tuple[Tokens, Tokens | None]]:
    """The truncated pair, or one pair for each window of the second text."""
    if stride is None or second is None:
        return [truncate_pair(first, second, max_len)]
    room = max_len - len(first) - 3
    if not 1 <= stride <= room:
        raise ValueError(
            f"stride: expected 1 to {room}, the tokens that a window holds, got {stride}"
        )
    # the first window that reaches the end is the last
    starts = range(0, max(1, len(second) - room + stride), stride)
    return [(first, second[i : i + room]) for i in starts]


def _special(first: Tokens, second: Tokens | None, special: SpecialIds):
    """Both segments of a BERT input sequence, special tokens with them."""
    cls, sep = (special.cls, NO_WORD), (special.sep, NO_WORD)
    return [cls, *first, sep], [] if second is None else [*second, sep]


def _check(spec: TaskSpec, example: Example, number: int) -> None:
    first, second, label = example
    if isinstance(first, str) or isinstance(second, str):
        raise ValueError(f"example {number}: expected lists of words, got {example}; split them")
    if not first or (second is not None) != spec.two_texts or (spec.two_texts and not second):
        wanted = "two texts" if spec.two_texts else "one text"
        raise ValueError(f"example {number}: expected {wanted}, none of them empty, got {example}")
    if not spec.is_label(example):
        raise ValueError(f"example {number}: expected a label of {spec.name!r}, got {label}")
