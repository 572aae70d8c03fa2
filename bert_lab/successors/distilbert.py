"""DistilBERT: a student learns from a teacher's answers (`ch-after`)."""

from torch import Tensor
from torch.nn import functional as F


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
