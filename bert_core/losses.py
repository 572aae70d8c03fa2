"""The pretraining losses of both tasks, and their accuracies (`ch-model`)."""

from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor
from torch.nn import functional as F

from bert_core.heads import MaskLM
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel


class Scores(NamedTuple):
    """Means over a batch: losses in nats, accuracies as shares; MLM over its real slots alone."""

    mlm_loss: Tensor
    nsp_loss: Tensor
    mlm_accuracy: Tensor
    nsp_accuracy: Tensor


def mlm_sums(mlm: MaskLM, X: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """Summed loss () in nats and number of right answers () over S slots: X (S, D), labels (S,).

    Source: Devlin et al. 2019, section 3.1. See `ch-mlm`.
    """
    logits = mlm.decode(X)  # (S, V)
    loss = F.cross_entropy(logits, labels, reduction="sum")
    return loss, (logits.argmax(dim=-1) == labels).sum()


def score(
    model: BERTModel,
    masked: MaskedTokens,
    segments: Tensor,
    valid_lens: Tensor,
    is_next: Tensor,
    *,
    num_predictions: int | None = None,
    num_pairs: int | None = None,
    mlm_sums: Callable[[MaskLM, Tensor, Tensor], tuple[Tensor, Tensor]] = mlm_sums,
) -> Scores:
    """Both tasks' losses and accuracies; the decoder runs on real prediction slots only.

    Args:
        model: the model.
        masked: what `mask_tokens` returned.
        segments: (B, T); valid_lens, is_next: (B,).
        num_predictions, num_pairs: by what the sums are divided. By default this batch's own
            numbers, which makes them its means; for a share of a larger batch that batch's
            numbers, so that the scores of all shares add up to the larger batch's means.
        mlm_sums: how the words' loss is summed; another way to the same numbers may be faster.

    Source: Devlin et al. 2019, appendix A.2 (the loss is the sum of the two means).
    Deviation from D2L: its mean also counts the slots that only fill the rows up (D2L 15.10).
    See `ch-mlm` to `ch-model`.
    """
    encoded_X = model.encoder(masked.inputs, segments, valid_lens)  # (B, T, D)
    rows, slots = masked.weights.nonzero(as_tuple=True)  # S real slots in all
    masked_X = encoded_X[rows, masked.positions[rows, slots]]  # (S, D)
    mlm_loss, mlm_hits = mlm_sums(model.mlm, masked_X, masked.labels[rows, slots])
    nsp_logits = model.nsp(model.hidden(encoded_X[:, 0]))  # (B, 2)
    num_predictions = len(masked_X) if num_predictions is None else num_predictions
    num_pairs = len(is_next) if num_pairs is None else num_pairs
    return Scores(
        mlm_loss / num_predictions,
        F.cross_entropy(nsp_logits, is_next, reduction="sum") / num_pairs,
        mlm_hits / num_predictions,
        (nsp_logits.argmax(dim=-1) == is_next).sum() / num_pairs,
    )
