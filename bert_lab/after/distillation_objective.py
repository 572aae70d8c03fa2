"""A student in training: it learns from the words and from its teacher's answers (chapter 11)."""

from typing import cast

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.model import BERTModel
from bert_lab.after.distillation import soft_loss
from bert_lab.training.steps import Objective


class DistillationObjective(Objective):
    """Both tasks' losses of pretraining, and in the masked places `soft_loss`.

    Args:
        model: the student, which is trained.
        teacher: stays as it is; of the student's vocabulary.

    Source: Sanh et al. 2019, section 2. Deviations: all three weigh alike; there no next sentences,
    and a third loss holds the vectors near the teacher's. Chapter 11.
    """

    def __init__(self, model: BERTModel, teacher: BERTModel):
        super().__init__(model)
        self.teacher = teacher.requires_grad_(False)

    def forward(self, *batch: Tensor, num_predictions: int, num_rows: int) -> tuple[Tensor, ...]:
        """The loss () and the MLM loss ()."""
        *masked, segments, valid_lens, is_next = batch
        inputs, positions, weights, labels = masked
        rows, slots = weights.nonzero(as_tuple=True)  # S real slots in all
        model, places = cast(BERTModel, self.model), (rows, positions[rows, slots])
        with torch.no_grad():
            read = self.teacher.encoder(inputs, segments, valid_lens)
            told = self.teacher.mlm.decode(read[places])  # (S, V)
        X = model.encoder(inputs, segments, valid_lens)
        answers = model.mlm.decode(X[places])  # (S, V)
        is_next_answers = model.nsp(model.hidden(X[:, 0]))  # (B, 2)
        mlm_loss = F.cross_entropy(answers, labels[rows, slots], reduction="sum") / num_predictions
        nsp_loss = F.cross_entropy(is_next_answers, is_next, reduction="sum") / num_rows
        soft = soft_loss(answers, told) * len(told) / num_predictions
        return mlm_loss + nsp_loss + soft, mlm_loss
