"""What is asked of each recipe's model on the held-out pairs, and lines to hold the answers to."""

import math
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.inputs import MASK, UNK
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel
from bert_core.validation import unchecked
from bert_lab.experiments.wikitext2.data import TextData
from bert_lab.training_loop.evaluation import evaluating
from bert_lab.world.counting import count_words, unigram_probs

PRIOR = 300  # of 3, 10, ..., 3000 the one with the lowest held-out bigram loss


def examine(model: BERTModel, data: TextData, batch_size: int = 128) -> dict[str, Any]:
    """Held-out losses and accuracies in evaluation mode, at real slots alone; and the answers:
    how many different words, and the three most frequent with their shares."""
    sums, answers = torch.zeros(4, dtype=torch.float64), []
    for rows in torch.arange(len(data.held_out)).split(batch_size):
        pairs, targets = data.held_out.select(rows), MaskedTokens(*(x[rows] for x in data.masked))
        with unchecked(), evaluating(model):
            found = model(targets.inputs, pairs.segments, pairs.valid_lens, targets.positions)
        real = targets.weights > 0  # (B, P)
        logits, labels = found[1][real], targets.labels[real]  # (S, V), (S,)
        answers.append(logits.argmax(dim=1))
        sums += torch.stack(
            [
                F.cross_entropy(logits, labels, reduction="sum"),
                F.cross_entropy(found[2], pairs.is_next, reduction="sum"),
                (answers[-1] == labels).sum(),
                (found[2].argmax(dim=1) == pairs.is_next).sum(),
            ]
        ).double()
    answered = torch.cat(answers)
    totals = torch.tensor([len(answered), len(data.held_out)] * 2)
    names = ("mlm_loss", "nsp_loss", "mlm_accuracy", "nsp_accuracy")
    return dict(zip(names, (sums / totals).tolist(), strict=True)) | _describe(answered, data)


def _describe(answered: Tensor, data: TextData) -> dict[str, Any]:
    """Of the words (S,) that a model answered."""
    words, counts = answered.unique(return_counts=True)
    most = counts.argsort(descending=True, stable=True)[:3]
    return {
        "different_words": len(words),
        "most_frequent": [
            [data.tokenizer.id_to_token(word), count / len(answered)]
            for word, count in zip(words[most].tolist(), counts[most].tolist(), strict=True)
        ],
    }


def reference_lines(data: TextData) -> dict[str, float]:
    """What simpler predictors reach on the same questions, in nats and shares.

    Uniform; word frequencies p, one added to each count; those of the word to the left,
    (c(left, w) + m p(w)) / (c(left) + m), where m is chosen in the line's favour; for NSP a coin
    and the most frequent label.
    """
    vocab_size, masked = data.tokenizer.get_vocab_size(), data.masked
    lefts, words = data.train.tokens[:, :-1], data.train.tokens[:, 1:]
    text = (words == UNK) | (words > MASK)
    probs = unigram_probs(count_words(words, vocab_size, unknown=True), unknown=True)  # (V,)
    at, slots = masked.weights.nonzero(as_tuple=True)
    labels = masked.labels[at, slots]
    left = masked.inputs[at, masked.positions[at, slots] - 1]
    unigram = probs[labels]
    keys, seen = (lefts * vocab_size + words)[text].unique(return_counts=True)
    wanted = left * vocab_size + labels
    found = torch.searchsorted(keys, wanted).clamp(max=len(keys) - 1)
    together = seen[found] * (keys[found] == wanted)
    lefts_seen = lefts[text].bincount(minlength=vocab_size)[left]
    bigram = (together + PRIOR * unigram) / (lefts_seen + PRIOR)
    most_frequent = data.held_out.is_next.double().mean().item()
    return {
        "ln_vocab_size": math.log(vocab_size),
        "unigram_loss": -unigram.log().mean().item(),
        "unigram_accuracy": (labels == probs.argmax()).double().mean().item(),
        "bigram_loss": -bigram.log().mean().item(),
        "ln_2": math.log(2),
        "most_frequent_nsp_label": max(most_frequent, 1 - most_frequent),
    }
