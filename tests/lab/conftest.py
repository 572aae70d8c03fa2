"""What a test of training leaves behind in its process is not the next one's."""

import sys

import pytest


@pytest.fixture(autouse=True)
def _fresh_accelerate():
    """Accelerate keeps device and precision for a process: on a GPU, of whoever asked first."""
    yield
    if "accelerate.state" in sys.modules:
        sys.modules["accelerate.state"].AcceleratorState._reset_state(reset_partial_state=True)
