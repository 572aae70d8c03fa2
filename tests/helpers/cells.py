"""A cheap cell in a module, where other processes can import it."""

import os
from pathlib import Path

import torch


def count(word, number, folder):
    """The word's length; logs a line in `folder`, so that a test sees what ran."""
    with (Path(folder) / "begun").open("a") as file:
        file.write(f"{word} {number}\n")
    if word == "fails":
        raise ValueError("no such word")
    return {"length": len(word) * number, "threads": torch.get_num_threads(), "pid": os.getpid()}
