"""What pretraining is judged by: losses, accuracies and the lines to hold them against."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.masking import NUM_SPECIALS, MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData, Pairs
from bert_core.pretraining.linear_loss import linear_cross_entropy
from bert_core.validation import unchecked

MAX_LOGITS = 2**23  # that a processor computes at a time, 32 MB of them


class Scores(NamedTuple):
    """Means over a batch: losses in nats, accuracies as shares; MLM over its real slots alone."""

    mlm_loss: Tensor
    nsp_loss: Tensor
    mlm_accuracy: Tensor
    nsp_accuracy: Tensor


class Evaluation(NamedTuple):
    """Held-out `Scores` as plain numbers, and how many predictions stand behind them."""

    mlm_loss: float
    nsp_loss: float
    mlm_accuracy: float
    nsp_accuracy: float
    num_predictions: int
    num_pairs: int


def score(
    model: BERTModel,
    masked: MaskedTokens,
    segments: Tensor,
    valid_lens: Tensor,
    is_next: Tensor,
    *,
    num_predictions: int | None = None,
    num_pairs: int | None = None,
) -> Scores:
    """Both tasks' losses and accuracies; the decoder runs on real prediction slots only.

    Args:
        model: the model.
        masked: what `mask_tokens` returned.
        segments: (B, T); valid_lens, is_next: (B,).
        num_predictions, num_pairs: by what the sums are divided. By default this batch's own
            numbers, which makes them its means; for a share of a larger batch that batch's
            numbers, so that the scores of all shares add up to the larger batch's means.

    Source: Devlin et al. 2019, appendix A.2 (the loss is the sum of the two means).
    Deviation from the text: its mean also counts the slots that only fill the rows up (D2L 15.10).
    Chapters 4 to 6.
    """
    encoded_X = model.encoder(masked.inputs, segments, valid_lens)  # (B, T, D)
    rows, slots = masked.weights.nonzero(as_tuple=True)  # S real slots in all
    asked = encoded_X[rows, masked.positions[rows, slots]]  # (S, D)
    labels = masked.labels[rows, slots]  # (S,)
    mlm_loss, mlm_hits = _mlm_sums(model.mlm, asked, labels)
    nsp_logits = model.nsp(model.hidden(encoded_X[:, 0]))  # (B, 2)
    num_predictions = len(labels) if num_predictions is None else num_predictions
    num_pairs = len(is_next) if num_pairs is None else num_pairs
    return Scores(
        mlm_loss / num_predictions,
        F.cross_entropy(nsp_logits, is_next, reduction="sum") / num_pairs,
        mlm_hits / num_predictions,
        (nsp_logits.argmax(dim=-1) == is_next).sum() / num_pairs,
    )


def _mlm_sums(mlm, X, labels):
    """Loss and right answers, summed over the slots: X (S, D), labels (S,)."""
    X, decoder = mlm.transform(X), mlm.decoder
    if X.device.type == "cpu" and len(labels) * decoder.out_features > MAX_LOGITS:
        return linear_cross_entropy(X, decoder.weight, decoder.bias, labels, MAX_LOGITS)
    logits = decoder(X)  # (S, V)
    loss = F.cross_entropy(logits, labels, reduction="sum")
    return loss, (logits.argmax(dim=-1) == labels).sum()


@torch.no_grad()
def evaluate(
    model: BERTModel,
    data: Pairs,
    *,
    generator: torch.Generator,
    targets: Callable[[Tensor], MaskedTokens] | None = None,
    batch_size: int = 256,
) -> Evaluation:
    """Scores on held-out pairs, in evaluation mode, each prediction and each pair counting once.

    `generator` draws the masks: the same seed asks every model the same questions.
    """
    was_training, device = model.training, next(model.parameters()).device
    model.eval()
    sums, num_predictions = torch.zeros(4, dtype=torch.float64), 0
    for batch in in_order(data, batch_size):
        with unchecked():
            masked = (
                mask_tokens(batch.tokens, model.config.vocab_size, generator=generator)
                if targets is None
                else targets(batch.tokens)
            )
            scores = score(
                model,
                MaskedTokens(*(x.to(device) for x in masked)),
                *(x.to(device) for x in (batch.segments, batch.valid_lens, batch.is_next)),
                num_predictions=1,
                num_pairs=1,
            )
        sums += torch.stack(scores).double().cpu()
        num_predictions += int(masked.weights.sum())
    model.train(was_training)
    totals = torch.tensor([num_predictions, len(data)] * 2)
    return Evaluation(*(sums / totals).tolist(), num_predictions, len(data))


def unigram_line(train: Pairs, held_out: Pairs, vocab_size: int) -> tuple[float, float]:
    """What a model reaches that knows word frequencies and no context: (loss in nats, accuracy).

    Frequencies are counted on the training pairs with one added to each count, and asked on the
    ordinary tokens of the held-out pairs. Loss far below this line means use of context.
    """
    counts = _word_counts(train, vocab_size) + 1
    asked = _word_counts(held_out, vocab_size)
    loss = -(asked * (counts / counts.sum()).log()).sum() / asked.sum()
    return loss.item(), (asked[counts.argmax()] / asked.sum()).item()


def in_order(data: Pairs, batch_size: int) -> Iterator[PairData]:
    """All pairs from the first to the last, in cropped batches."""
    for rows in torch.arange(len(data)).split(batch_size):
        yield crop(data.select(rows))


def crop(batch: PairData) -> PairData:
    """Cut the columns off that are padding in every row."""
    longest = int(batch.valid_lens.max())
    return replace(batch, tokens=batch.tokens[:, :longest], segments=batch.segments[:, :longest])


def _word_counts(data, vocab_size):
    """How often each word stands in the pairs, (V - 5,); special tokens are none."""
    counts = torch.zeros(vocab_size, dtype=torch.float64)
    for batch in in_order(data, 1_024):
        counts += batch.tokens.flatten().bincount(minlength=vocab_size)
    return counts[NUM_SPECIALS:]
