"""How pretraining is evaluated: losses, accuracies and baselines."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.losses import score
from bert_core.masking import NUM_SPECIALS, MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_core.validation import unchecked
from bert_lab.training_loop.evaluation import evaluating
from bert_lab.training_loop.linear_loss import fast_mlm_sums
from bert_lab.world.counting import count_words, unigram_probs


class Evaluation(NamedTuple):
    """Held-out `Scores` as plain numbers, and how many predictions they average."""

    mlm_loss: float
    nsp_loss: float
    mlm_accuracy: float
    nsp_accuracy: float
    num_predictions: int
    num_pairs: int


def evaluate(
    model: BERTModel,
    data: PairData,
    *,
    generator: torch.Generator,
    targets: Callable[[Tensor], MaskedTokens] | None = None,
    batch_size: int = 256,
) -> Evaluation:
    """Scores on held-out pairs, in evaluation mode, each prediction and each pair weighted equally.

    `generator` draws the masks: the same seed asks every model the same questions.
    """
    if targets is None:
        targets = partial(mask_tokens, vocab_size=model.config.vocab_size, generator=generator)
    device, sums, num_predictions = next(model.parameters()).device, torch.zeros(4).double(), 0
    with evaluating(model), unchecked():
        for batch in in_order(data, batch_size):
            masked = targets(batch.tokens)
            on_device = MaskedTokens(*(x.to(device) for x in masked))
            segments, valid_lens = batch.segments.to(device), batch.valid_lens.to(device)
            is_next = batch.is_next.to(device)
            scores = score(
                model,
                on_device,
                segments,
                valid_lens,
                is_next,
                num_predictions=1,  # sums, not means
                num_pairs=1,
                mlm_sums=fast_mlm_sums,
            )
            sums += torch.stack(scores).double().cpu()
            num_predictions += int(masked.weights.sum())
    totals = torch.tensor([num_predictions, len(data)] * 2).clamp(min=1)
    mlm_loss, nsp_loss, mlm_accuracy, nsp_accuracy = (sums / totals).tolist()
    means = mlm_loss, nsp_loss, mlm_accuracy, nsp_accuracy
    return Evaluation(*means, num_predictions, len(data))


def unigram_line(train: PairData, held_out: PairData, vocab_size: int) -> tuple[float, float]:
    """Loss in nats and accuracy of a model that knows word frequencies and no context.

    Frequencies are counted on the training pairs with one added to each count, and asked on the
    ordinary tokens of the held-out pairs. Loss far below this line means use of context.
    """
    probs = unigram_probs(count_words(train.tokens, vocab_size))[NUM_SPECIALS:]
    counts = count_words(held_out.tokens, vocab_size)[NUM_SPECIALS:]
    num_words = counts.sum().clamp(min=1)  # of a text without a known word the mean is 0
    loss = -(counts * probs.log()).sum() / num_words
    return loss.item(), (counts[probs.argmax()] / num_words).item()


def in_order(data: PairData, batch_size: int) -> Iterator[PairData]:
    """All pairs from the first to the last, in cropped batches."""
    for rows in torch.arange(len(data)).split(batch_size):
        yield data.select(rows).crop()
