"""Checks before and during training: batch shares, finite numbers."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accelerate import Accelerator


def check_numbers(step: int, found: dict[str, float]) -> None:
    """Raise FloatingPointError for NaN or infinity: all later steps would be worthless."""
    for name, number in found.items():
        if not math.isfinite(number):
            raise FloatingPointError(
                f"step {step + 1}: expected {name} that is finite, got {number}; begin anew with a "
                "lower learning rate or more steps of warm-up, in another folder"
            )


def check_shares(
    num_rows: int, batch_size: int, accelerator: "Accelerator", divisible: bool
) -> None:
    """Raise ValueError unless all shares have equally many rows, and a loss."""
    parts = num_shares(accelerator)
    if num_rows < batch_size:
        raise ValueError(f"data: expected at least one batch of {batch_size} rows, got {num_rows}")
    if batch_size % parts:
        raise ValueError(
            f"train_batch_size: expected a multiple of {parts} (processes times gradient "
            f"accumulation steps), got {batch_size}"
        )
    if not divisible and parts > 1:
        raise ValueError(
            "objective: expected one process and a batch in one go, because it compares the rows "
            f"of a batch with each other, got {parts} parts"
        )


def num_shares(accelerator: "Accelerator") -> int:
    """The number of shares of a batch: processes times the micro-batches of each."""
    return accelerator.num_processes * accelerator.gradient_accumulation_steps
