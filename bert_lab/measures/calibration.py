"""Is a network as often right as it is sure?

See `ch-evidence-labels`.
"""

import torch

BINS, FEWEST = 10, 20  # tenths of how sure it is; of fewer answers a share says little


def reliability(
    scores: torch.Tensor, labels: torch.Tensor
) -> tuple[list[tuple[float, float]], float]:
    """How sure a network is, and how often it is right, in tenths of how sure it is.

    Args:
        scores: logits, float (n, C).
        labels: right classes, int64 (n,).

    Returns:
        For each tenth with at least `FEWEST` answers, how sure they are on average and the share
        that is right; and the expected calibration error over these tenths, 0 for a calibrated
        network.

    Source: Guo et al. 2017, section 2.
    """
    sure, predicted = scores.softmax(dim=1).max(dim=1)
    right, tenth = (predicted == labels).double(), (BINS * sure).long().clamp(max=BINS - 1)
    pairs, gap = [], 0.0
    for number in range(BINS):
        inside = tenth == number
        if (count := int(inside.sum())) >= FEWEST:
            pairs.append((sure[inside].mean().item(), right[inside].mean().item()))
            gap += count * abs(pairs[-1][0] - pairs[-1][1]) / len(sure)
    return pairs, gap
