"""What is checked during training: finite numbers."""

import math


def check_numbers(step: int, found: dict[str, float]) -> None:
    """Raise FloatingPointError for NaN or infinity: all later steps would be worthless."""
    for name, number in found.items():
        if not math.isfinite(number):
            raise FloatingPointError(
                f"step {step + 1}: expected {name} that is finite, got {number}; begin anew with a "
                "lower learning rate or more steps of warm-up, in another folder"
            )
