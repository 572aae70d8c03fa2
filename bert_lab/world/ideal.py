"""The ideal predictor: answers of a model that knew the mini-world's grammar by heart.

A model sees the inputs x: a pair of sentences in which m words, chosen at random, were asked for
and each replaced by `<mask>`, by a random word or by itself. Which words were asked for x does not
say. At an asked position t no model does better on average than

    P(w | x, t asked) ∝ P(x_t | w) Σ_s P(s) [s_t = w] L(d(s)),

the sum running over all pairs s = (first, second) of the grammar. A positive pair is two neighbours
in a story and shares its draws, a negative one is two independent sentences: P(s) is one half each.
Of the v visible words besides x_t, d(s) differ from s. They must have been replaced at random,
among the r words that were asked for besides t and are visible; the other r - d are right:

    L(d) = C(v - d, r - d) e^d (0.1 + e)^(r - d),  e = 0.1 / (V - 5).

P(x_t | w) is e + 0.1 [x_t = w] for a visible x_t and 0.8 for `<mask>`; factors that all pairs have
in common cancel. For next sentence prediction the same holds without t.
"""

import itertools
import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import MASK, PAD, SEP, SPECIAL_TOKENS
from bert_core.masking import NUM_SPECIALS
from bert_lab.world.grammar import Grammar

_RATE, _RANDOM_SHARE, _KEEP_SHARE = 0.15, 0.1, 0.1  # as in `mask_tokens`


class _Table(NamedTuple):
    """Texts of one length, (R, n) token ids, and their probabilities (R,)."""

    tokens: Tensor
    probs: Tensor


class IdealPredictor:
    """Does both of BERT's tasks as well as they can be done, by Bayes' rule from the grammar.

    Args:
        grammar: that the stories come from.
        token_ids: the ids of its words and of the special tokens, V in all.

    Call it with `inputs` (T,) int64, one pair of sentences (`pack_pairs`) corrupted by
    `mask_tokens` with its default shares, and asked `positions` (P,) int64; each position is
    answered on its own, as by a network. It returns the probabilities of the words, (P, V)
    float64, and the probability that the second sentence is really next, a float.
    Raises ValueError if `inputs` can't have come from a pair of the grammar.
    Source: Bayes' rule on the procedure of Devlin et al. 2019, appendix A.1. See `ch-pretraining`.
    """

    def __init__(self, grammar: Grammar, token_ids: Mapping[str, int]):
        self.vocab_size = len(token_ids)
        self.random_prob = _RANDOM_SHARE / (self.vocab_size - NUM_SPECIALS)
        self._pairs, self._firsts, self._seconds = (
            _tables(probs, token_ids) for probs in possible_texts(grammar)
        )

    def __call__(self, inputs: Tensor, positions: Tensor) -> tuple[Tensor, float]:
        length = int((inputs != PAD).sum())
        text = inputs[1 : length - 1]  # first <sep> second
        num_predictions = min(max(1, round(_RATE * length)), length - 3)
        one_sep = int((text == SEP).sum()) == 1
        if not one_sep or not (evidence := self._evidence(text, num_predictions).flatten()).any():
            raise ValueError(
                "inputs: expected a pair of the grammar's sentences after mask_tokens, got "
                f"{inputs.tolist()}"
            )
        words = torch.empty(len(positions), self.vocab_size, dtype=torch.float64)
        for row, slot in enumerate((positions - 1).tolist()):
            others = text.clone()
            others[slot] = MASK
            words[row] = self._evidence(others, num_predictions, slot).sum(dim=0)
            if (seen := text[slot]) != MASK:
                words[row, seen] *= (self.random_prob + _KEEP_SHARE) / self.random_prob
        return words / words.sum(dim=1, keepdim=True), (evidence[1] / evidence.sum()).item()

    def _evidence(self, text: Tensor, num_predictions: int, slot: int = -1) -> Tensor:
        """Σ P(s) L(d(s)) over false and over true pairs: (2, V) by the word at `slot`, or (2, 1).

        Whatever was at `slot` is `<mask>` in `text`.
        """
        cut = int((text == SEP).nonzero())
        visible = int((text >= NUM_SPECIALS).sum())
        num_shown = num_predictions - int((text == MASK).sum())
        likelihood = torch.zeros(len(text) + 1, dtype=torch.float64)  # of d differing words
        for d in range(min(num_shown, visible) + 1):
            right = num_shown - d
            choices = math.comb(visible - d, right)
            likelihood[d] = (
                choices * self.random_prob**d * (self.random_prob + _KEEP_SHARE) ** right
            )
        true = likelihood @ _histogram(self._pairs, text, slot, self.vocab_size)  # (V,) or (1,)
        # A negative pair differs in d_1 + d_2 words; at most one of its sentences holds the slot.
        first = _histogram(self._firsts, text[:cut], slot, self.vocab_size)
        second = _histogram(self._seconds, text[cut + 1 :], slot - cut - 1, self.vocab_size)
        both = torch.arange(len(first))[:, None] + torch.arange(len(second))
        false = (first.T @ likelihood[both] @ second).flatten()  # (V,) or (1,)
        return torch.stack([false, true]) / 2


def _histogram(tables: dict[tuple, _Table], text: Tensor, slot: int, vocab_size: int) -> Tensor:
    """Probability of differing from `text` in 0..n words, (n + 1, V) by the word at `slot`.

    Without that axis, (n + 1, 1), if `slot` is not in `text`.
    """
    inside = 0 <= slot < len(text)
    size = vocab_size if inside else 1
    probs = torch.zeros((len(text) + 1) * size, dtype=torch.float64)
    if table := tables.get(_shape(text.tolist())):
        differ = ((table.tokens != text) & (text != MASK)).sum(dim=1)  # (R,)
        words = table.tokens[:, slot] if inside else 0
        probs.index_add_(0, differ * size + words, table.probs)
    return probs.view(-1, size)


def possible_texts(grammar: Grammar) -> list[dict[str, float]]:
    """Neighbouring sentences, first ones and second ones, each with weights: how often they come.

    As in `sentence_pairs`, a first sentence has a successor and a second one a predecessor.
    Neighbours have `<sep>` between them. See `ch-after`.
    """
    texts: list[dict[str, float]] = [defaultdict(float) for _ in range(3)]
    for topic in grammar.topics:
        for story in topic.stories:
            weight = 1 / len(grammar.topics) / len(topic.stories)
            for pair in itertools.pairwise(story.sentences):
                joined = f" {SPECIAL_TOKENS[SEP]} ".join(pair)  # shares the draws of both
                templates = replace(story, sentences=(joined, *pair))
                for index, weights in enumerate(texts):
                    readings = list(templates.readings(index))
                    for reading in readings:
                        weights[reading] += weight / len(readings)
    return texts


def _tables(weights: Mapping[str, float], token_ids: Mapping[str, int]) -> dict[tuple, _Table]:
    """One table for each shape; the probabilities in all of them together add up to one."""
    rows: dict[tuple, list] = {}
    for text, weight in weights.items():
        tokens = [token_ids[word] for word in text.split()]
        rows.setdefault(_shape(tokens), []).append((tokens, weight))
    total = sum(weights.values())
    tables = {}
    for shape, found in rows.items():
        tokens, probs = zip(*found, strict=True)
        tables[shape] = _Table(
            torch.tensor(tokens), torch.tensor(probs, dtype=torch.float64) / total
        )
    return tables


def _shape(tokens: list[int]) -> tuple[int, int]:
    """The lengths that a model sees: of the text, and up to its `<sep>` if it has one."""
    return len(tokens), tokens.index(SEP) if SEP in tokens else len(tokens)
