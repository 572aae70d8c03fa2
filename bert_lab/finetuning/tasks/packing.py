"""Examples as tensors: words become tokens, and labels go where their words went (chapter 8)."""

from itertools import pairwise
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from bert_core.inputs import CLS, SEP, pad_batch, truncate_pair
from bert_lab.finetuning.tasks.data import IGNORE, Example, TaskData, TaskSpec
from bert_lab.text.tokenization import encode

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_SPECIAL = -1  # the place of a special token, which belongs to no word


def pack_examples(
    spec: TaskSpec, examples: list[Example], tokenizer: "Tokenizer", max_len: int
) -> TaskData:
    """Examples as tensors for the encoder, padded to `max_len`.

    Texts that are too long are shortened, not dropped, and counted.

    Args:
        spec: their task.
        examples: at least one.
        tokenizer: of whole words or of word pieces; special ids as in `bert_core.inputs`.
        max_len: T; at least 3, for pairs 5.

    Returns:
        `TaskData`.

    Raises:
        ValueError: for no examples, an example of another form than the task's, or a `max_len` that
            leaves a text no token.

    Source: Devlin et al. 2019, section 4 (figure 4 in the published paper); labels on first pieces
    as in section 5.3. Deviation: a text longer than T is cut, the original asks a question of each
    of several overlapping windows. Chapter 8.
    """
    if not examples:
        raise ValueError("examples: expected at least one, got none")
    for number, example in enumerate(examples):
        _check(spec, example, number)
    words = encode(tokenizer, [[*first, *(second or ())] for first, second, _ in examples])
    rows, labels, truncated = [], [], 0
    for example, ids in zip(examples, words, strict=True):
        first, second = _pieces(ids[: len(example.first)]), None
        if example.second is not None:
            second = _pieces(ids[len(example.first) :])
        kept, kept_second = truncate_pair(first, second, max_len)
        truncated += (kept, kept_second) != (first, second)
        row = _sequence(kept, kept_second)
        rows.append(row)
        labels.append(_label(spec, example.label, *row[1:]))
    tokens, places, segments = zip(*rows, strict=True)
    if spec.family == "tagging":
        labels = _padded(labels, max_len, IGNORE)
    return TaskData(
        spec,
        examples,
        *pad_batch(tokens, segments, max_len),
        torch.tensor(labels) if isinstance(labels, list) else labels,
        _padded(places, max_len, _SPECIAL),
        truncated,
    )


def _pieces(words: list[list[int]]) -> list[tuple[int, int]]:
    """The tokens of a text, each with the number of its word."""
    return [(token, place) for place, ids in enumerate(words) for token in ids]


def _sequence(first, second) -> tuple[list[int], list[int], list[int]]:
    """Tokens, places and segments of a BERT input sequence."""
    tail = [] if second is None else [*second, (SEP, _SPECIAL)]
    pieces = [(CLS, _SPECIAL), *first, (SEP, _SPECIAL), *tail]
    tokens, places = (list(column) for column in zip(*pieces, strict=True))
    return tokens, places, [0] * (len(pieces) - len(tail)) + [1] * len(tail)


def _label(spec, label, places, segments):
    """The label as numbers for the loss, at the tokens that are left."""
    if spec.family == "tagging":
        return [
            IGNORE if place in (before, _SPECIAL) else label[place]
            for before, place in pairwise([_SPECIAL, *places])
        ]
    if spec.family == "question answering":
        second = [i for i, segment in enumerate(segments) if segment]
        starts = [i for i in second if places[i] == label[0]]
        ends = [i for i in second if places[i] == label[1]]
        return [starts[0], ends[-1]] if starts and ends else [IGNORE, IGNORE]
    return label


def _padded(rows, length: int, value: int) -> Tensor:
    return torch.tensor([[*row, *[value] * (length - len(row))] for row in rows])


def _check(spec: TaskSpec, example: Example, number: int) -> None:
    first, second, label = example
    pair = spec.family in ("text pair", "question answering")
    if not first or (second is not None) != pair or (pair and not second):
        wanted = "two texts" if pair else "one text"
        raise ValueError(f"example {number}: expected {wanted}, none of them empty, got {example}")
    if spec.family == "tagging":
        good = len(label) == len(first) and all(0 <= tag < spec.num_labels for tag in label)
    elif spec.family == "question answering":
        good = 0 <= label[0] <= label[1] < len(second)
    else:
        good = spec.num_labels == 1 or 0 <= label < spec.num_labels
    if not good:
        raise ValueError(f"example {number}: expected a label of {spec.name!r}, got {label}")
