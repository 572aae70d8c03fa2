"""Checks before and during training: batch shares, finite numbers, agreement of processes."""

import math
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from accelerate import Accelerator


def what_is_drawn(accelerator: "Accelerator", device: torch.device) -> dict[str, Any]:
    """What determines the numbers besides options and seed: shares, device and precision."""
    return {
        "processes x gradient_accumulation_steps": num_shares(accelerator),
        "device": device.type,
        "mixed_precision": accelerator.mixed_precision,
    }


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
    if accelerator.gradient_accumulation_steps < 1:
        raise ValueError(
            "gradient_accumulation_steps: expected at least 1, got "
            f"{accelerator.gradient_accumulation_steps}"
        )
    if num_rows < batch_size:
        raise ValueError(f"data: expected at least one batch of {batch_size} rows, got {num_rows}")
    if batch_size % num_shares(accelerator):
        raise ValueError(
            f"train_batch_size: expected a multiple of {num_shares(accelerator)} (processes "
            f"times gradient accumulation steps), got {batch_size}"
        )
    if not divisible and num_shares(accelerator) > 1:
        raise ValueError(
            "objective: expected one process and a batch in one go, because it compares the rows "
            f"of a batch with each other, got {num_shares(accelerator)} parts"
        )


def check_agreement(accelerator: "Accelerator", run: dict[str, Any]) -> None:
    """Raise ValueError if another process would train with other data or from another step."""
    from accelerate.utils import gather_object

    for index, other in enumerate(gather_object([run])):
        if other != run:
            differences = [name for name in run if other[name] != run[name]]
            raise ValueError(
                f"process {accelerator.process_index}: expected the same run in every process, "
                f"got other values of {', '.join(differences)} in process {index}; give all of "
                "them the same options, data and folder of training states"
            )


def num_shares(accelerator: "Accelerator") -> int:
    """The number of shares of a batch: processes times the micro-batches of each."""
    return accelerator.num_processes * accelerator.gradient_accumulation_steps
