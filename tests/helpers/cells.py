"""A cell that takes no time, in a module, where other processes find it."""

import os
from pathlib import Path

import torch


def count(word, number, folder):
    """The word's length; leaves a line in `folder`, by which a test sees what was run."""
    with (Path(folder) / "begun").open("a") as file:
        file.write(f"{word} {number}\n")
    if word == "fails":
        raise ValueError("no such word")
    return {"length": len(word) * number, "threads": torch.get_num_threads(), "pid": os.getpid()}
