"""Stories as a retrieval task: which beginning fits an ending (`ch-practice`)."""

import torch
from torch import Tensor


def split_stories(documents: list[list[str]]) -> tuple[list[str], list[str], Tensor]:
    """Last sentences as questions, the first two as texts, and which belong together (Q, Q)."""
    texts = [" ".join(story[:2]) for story in documents]
    right = torch.tensor([[one == other for other in texts] for one in texts])
    return [story[-1] for story in documents], texts, right
