"""DistilBERT: a student learns from a teacher's answers and starts with its blocks (`ch-after`)."""

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.model import BERTModel
from bert_lab.pretraining.loop import count_predictions
from bert_lab.training_loop.steps import Objective


def student_of(teacher: BERTModel, blocks: Sequence[int]) -> BERTModel:
    """A model with copies of the teacher's embeddings, heads and these blocks, counted from 0.

    DistilBERT takes every second block of twelve.

    Raises:
        ValueError: for no block, or a block that the teacher doesn't have.

    Source: Sanh et al. 2019, section 3. Deviation: there segments and the pooler go.
    See `ch-after`.
    """
    num = teacher.config.num_blks
    if not blocks or not all(0 <= block < num for block in blocks):
        raise ValueError(f"blocks: expected some of 0 to {num - 1}, got {list(blocks)}")
    student = copy.deepcopy(teacher)
    student.encoder.blks = nn.ModuleList(student.encoder.blks[block] for block in blocks)
    student.config = replace(teacher.config, num_blks=len(blocks))
    return student


def soft_loss(student: Tensor, teacher: Tensor, temperature: float = 2.0) -> Tensor:
    """Distance of the student's answers from the teacher's, () in nats, at a temperature.

    $T^2 \\, \\mathrm{KL}(p_\\mathrm{teacher} \\| p_\\mathrm{student})$, both softened by T, a mean
    over the S answers; the factor keeps the gradient's size whatever T is.

    Args:
        student, teacher: logits (S, V); the teacher's get no gradient.
        temperature: T, above 0; DistilBERT has 2.

    Source: Hinton et al. 2015, section 2; Sanh et al. 2019. Deviations: none. See `ch-after`.
    """
    targets = (teacher.detach() / temperature).log_softmax(dim=-1)
    answers = (student / temperature).log_softmax(dim=-1)
    loss = F.kl_div(answers, targets, reduction="sum", log_target=True)
    return temperature**2 * loss / max(1, len(teacher))


class DistillationObjective(Objective):
    """Both tasks' losses of pretraining, and in the masked places `soft_loss`.

    Args:
        model: the student, which is trained.
        teacher: stays as it is; of the student's vocabulary.

    Source: Sanh et al. 2019, section 2. Deviations: all three weigh alike; there no next sentences,
    and a third loss holds the vectors near the teacher's. See `ch-after`.
    """

    def __init__(self, model: BERTModel, teacher: BERTModel):
        super().__init__(model)
        self.teacher = teacher.requires_grad_(False)

    def count(self, *batch: Tensor) -> tuple[int, ...]:
        """Numbers of masked words and of pairs."""
        return count_predictions(*batch)

    def forward(self, *batch: Tensor, counts: tuple[int, ...]) -> tuple[Tensor, ...]:
        """The loss () and the MLM loss ()."""
        num_predictions, num_pairs = counts
        *masked, segments, valid_lens, is_next = batch
        inputs, positions, weights, labels = masked
        rows, slots = weights.nonzero(as_tuple=True)  # S real slots in all
        model, places = cast(BERTModel, self.model), (rows, positions[rows, slots])
        with torch.no_grad():
            read = self.teacher.encoder(inputs, segments, valid_lens)
            teacher_logits = self.teacher.mlm.decode(read[places])  # (S, V)
        X = model.encoder(inputs, segments, valid_lens)
        answers = model.mlm.decode(X[places])  # (S, V)
        is_next_answers = model.nsp(model.hidden(X[:, 0]))  # (B, 2)
        mlm_loss = F.cross_entropy(answers, labels[rows, slots], reduction="sum") / num_predictions
        nsp_loss = F.cross_entropy(is_next_answers, is_next, reduction="sum") / num_pairs
        soft = soft_loss(answers, teacher_logits) * len(teacher_logits) / num_predictions
        return mlm_loss + nsp_loss + soft, mlm_loss
