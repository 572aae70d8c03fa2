"""The text's way from sentences to examples (D2L 15.9), restated: one token after another."""

import random
from collections import Counter
from itertools import pairwise

import torch
from torch import Tensor

from bert_core.inputs import SPECIAL_TOKENS, get_tokens_and_segments

Paragraph = list[list[str]]  # sentences of words


def vocabulary(paragraphs: list[Paragraph]) -> dict[str, int]:
    """The words that occur five times or more, after the special tokens."""
    counts = Counter(word for paragraph in paragraphs for words in paragraph for word in words)
    words = [word for word, count in counts.items() if count >= 5 and word not in SPECIAL_TOKENS]
    return {word: place for place, word in enumerate([*SPECIAL_TOKENS, *words])}


def build(
    paragraphs: list[Paragraph], ids: dict[str, int], max_len: int, seed: int
) -> list[tuple[Tensor, ...]]:
    """Each two neighbouring sentences as an example, masked once and for all, padded to `max_len`.

    Half of the second sentences are exchanged for any sentence; pairs that are too long are left
    out. An example is tokens, segments, valid length, positions, weights, labels, is_next.
    """
    draw, examples = random.Random(seed), []
    words = list(ids)
    for paragraph in paragraphs:
        for first, second in pairwise(paragraph):
            is_next = draw.random() < 0.5
            if not is_next:
                second = draw.choice(draw.choice(paragraphs))
            if len(first) + len(second) + 3 > max_len:
                continue
            tokens, segments = get_tokens_and_segments(first, second)
            masked, answers = _mask(tokens, words, draw)
            examples.append(_padded(masked, segments, answers, is_next, ids, max_len))
    return examples


def _mask(tokens, words, draw):
    """The tokens with 15 % of them hidden by the 80/10/10 rule; (position, answer) of each."""
    candidates = [place for place, token in enumerate(tokens) if token not in SPECIAL_TOKENS]
    draw.shuffle(candidates)
    masked, answers = list(tokens), []
    for place in candidates[: max(1, round(0.15 * len(tokens)))]:
        if draw.random() < 0.8:
            masked[place] = "<mask>"
        elif draw.random() < 0.5:
            masked[place] = draw.choice(words)
        answers.append((place, tokens[place]))
    return masked, sorted(answers)


def _padded(tokens, segments, answers, is_next, ids, max_len):
    slots = round(0.15 * max_len)
    missing, empty = max_len - len(tokens), slots - len(answers)
    unknown = ids["<unk>"]

    def look_up(words):
        return [ids.get(word, unknown) for word in words]

    return (
        torch.tensor(look_up(tokens) + [ids["<pad>"]] * missing),
        torch.tensor(segments + [0] * missing),
        torch.tensor(len(tokens)),
        torch.tensor([place for place, _ in answers] + [0] * empty),
        torch.tensor([1.0] * len(answers) + [0.0] * empty),
        torch.tensor(look_up(word for _, word in answers) + [0] * empty),
        torch.tensor(int(is_next)),
    )
