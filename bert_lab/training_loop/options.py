"""The options that every training has: number of steps, batch size, learning rate, warm-up."""

import math
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class TrainingOptions:
    """Options of one training, named as in google-research/bert `run_pretraining.py`.

    Args:
        num_train_steps: at least 1.
        train_batch_size: rows in a step; at least 1.
        learning_rate: at its peak, above 0.
        num_warmup_steps: among all; None for a tenth of them.

    Raises:
        ValueError: for a number out of its range.

    See `ch-pretraining`.
    """

    num_train_steps: int
    train_batch_size: int
    learning_rate: float
    num_warmup_steps: int | None = None

    def __post_init__(self):
        for name in ("num_train_steps", "train_batch_size"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name}: expected at least 1, got {getattr(self, name)}")
        if not 0 < self.learning_rate < math.inf:
            raise ValueError(f"learning_rate: expected a number above 0, got {self.learning_rate}")
        if not 0 <= self.warmup_steps <= self.num_train_steps:
            raise ValueError(
                f"num_warmup_steps: expected 0 to {self.num_train_steps}, got {self.warmup_steps}"
            )

    @property
    def warmup_steps(self) -> int:
        """`num_warmup_steps`, or by default a tenth of all steps."""
        if self.num_warmup_steps is None:
            return self.num_train_steps // 10
        return self.num_warmup_steps

    def arguments(self) -> dict[str, Any]:
        """The four options as arguments of `pretrain` and `finetune_steps`."""
        values = asdict(self)
        return {field.name: values[field.name] for field in fields(TrainingOptions)}
