"""A student that learns from a teacher's answers, and starts from its blocks (chapter 11)."""

import copy
from collections.abc import Sequence
from dataclasses import replace

from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.model import BERTModel


def student_of(teacher: BERTModel, blocks: Sequence[int]) -> BERTModel:
    """A model with copies of the teacher's embeddings, heads and these blocks, counted from 0.

    DistilBERT takes every second block of twelve.

    Raises:
        ValueError: for no block, or a block that the teacher doesn't have.

    Source: Sanh et al. 2019, section 3. Deviation: there segments and the pooler go. Chapter 11.
    """
    num = teacher.config.num_blks
    if not blocks or not all(0 <= block < num for block in blocks):
        raise ValueError(f"blocks: expected some of 0 to {num - 1}, got {list(blocks)}")
    student = copy.deepcopy(teacher)
    student.encoder.blks = nn.ModuleList(student.encoder.blks[block] for block in blocks)
    student.config = replace(teacher.config, num_blks=len(blocks))
    return student


def soft_loss(student: Tensor, teacher: Tensor, temperature: float = 2.0) -> Tensor:
    """How far the student's answers are from the teacher's, () in nats, at a temperature.

    $T^2 \\, \\mathrm{KL}(p_\\mathrm{teacher} \\| p_\\mathrm{student})$, both softened by T, a mean
    over the S answers; the factor keeps the gradient's size whatever T is.

    Args:
        student, teacher: logits (S, V); the teacher's get no gradient.
        temperature: T, above 0; DistilBERT has 2.

    Source: Hinton et al. 2015, section 2; Sanh et al. 2019. Deviations: none. Chapter 11.
    """
    targets = (teacher.detach() / temperature).log_softmax(dim=-1)
    answers = (student / temperature).log_softmax(dim=-1)
    loss = F.kl_div(answers, targets, reduction="batchmean", log_target=True)
    return temperature**2 * loss
