"""The floor of the mini-world: the lowest losses that any model can reach there."""

import math
from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.masking import MaskedTokens
from bert_core.pairs import PairData, pack_pairs, sentence_pairs
from bert_lab.world.grammar import MAX_WORDS
from bert_lab.world.ideal import IdealPredictor
from bert_lab.world.mini_world import generate_stories


class Estimate(NamedTuple):
    """A mean over random pairs and its standard error."""

    mean: float
    standard_error: float


class Floor(NamedTuple):
    """The lowest expected losses in nats, the highest expected accuracies, and their basis."""

    mlm_loss: Estimate
    nsp_loss: Estimate
    mlm_accuracy: Estimate
    nsp_accuracy: Estimate
    num_predictions: int
    num_pairs: int


def floor(predictor: IdealPredictor, masked: MaskedTokens) -> Floor:
    """The floor, estimated from random pairs; their words before masking are not looked at.

    The least expected loss on inputs x is the entropy of the ideal predictor's answer, the highest
    expected accuracy its largest probability. Both are exact for each x; their mean over random x
    is an estimate. As in `evaluate`, each asked word and each pair counts once.

    Args:
        predictor: knows the grammar that the pairs come from.
        masked: `mask_tokens` with its default shares, of at least two independent pairs
            (`draw_pairs`).

    Returns `Floor`. Raises ValueError for fewer than two pairs.
    The bound holds for pairs drawn from the grammar. Held-out stories of `mini_world` differ from
    all training stories, which makes templates of few stories rare among them: on those pairs
    this is an approximation. See `ch-pretraining`.
    """
    if len(masked.inputs) < 2:
        raise ValueError(f"masked: expected at least two pairs, got {len(masked.inputs)}")
    rows = []
    for inputs, positions, weights in zip(*masked[:3], strict=True):
        words, is_next = predictor(inputs, positions[weights > 0])
        answers = torch.tensor([is_next, 1 - is_next], dtype=torch.float64)
        losses = torch.special.entr(words).sum(), torch.special.entr(answers).sum()
        rows.append(torch.stack([*losses, words.amax(dim=1).sum(), answers.amax()]))
    sums = torch.stack(rows, dim=1)  # (4, B)
    counts = masked.weights.sum(dim=1).double()  # (B,)
    estimates = map(_ratio, sums, [counts, torch.ones_like(counts)] * 2)
    return Floor(*estimates, num_predictions=int(counts.sum()), num_pairs=len(counts))


def draw_pairs(num_pairs: int, token_ids: Mapping[str, int], seed: int) -> PairData:
    """Fresh pairs of the mini-world, few from the same story: as good as independent.

    Args:
        num_pairs: 1 or more.
        token_ids: from words to ids.
        seed: of stories and pairs; 0 would tell the training stories of `mini_world()` again.

    Returns `PairData`. See `ch-pretraining`.
    """
    generator = torch.Generator().manual_seed(seed)
    documents = [
        [[token_ids[word] for word in sentence.split()] for sentence in story.sentences]
        for story in generate_stories(4 * num_pairs, seed)
    ]
    pairs = sentence_pairs(documents, generator).pairs
    chosen = torch.randperm(len(pairs), generator=generator)[:num_pairs].tolist()
    return pack_pairs([pairs[index] for index in chosen], 2 * MAX_WORDS + 3)


def _ratio(sums: Tensor, counts: Tensor) -> Estimate:
    """Σ sums / Σ counts, and the standard error of such a ratio over independent pairs."""
    mean = sums.sum() / counts.sum()
    error = (sums - mean * counts).std() * math.sqrt(len(sums)) / counts.sum()
    return Estimate(mean.item(), error.item())
