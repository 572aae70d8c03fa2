"""Chapter 9's figures, from the record of `research/tuning.py`.

See `ch-finetuning`.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch

from bert_lab.look.plots.curves import curves
from bert_lab.look.plots.heatmaps import heat_map
from bert_lab.look.plots.seeds import seed_dots

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SCORE = "share sorted correctly"
_FROZEN: tuple[str, ...] = ("nothing", "2 blocks", "4 blocks")
_WAYS = {"fine-tuned": "pretrained", "frozen vectors": "frozen", "SetFit": "same class"}


def tried_rates(record: Mapping[str, Any], ax: "Axes | None" = None) -> "Axes":
    """The validation score of each learning rate, a dot for each run.

    Args:
        record: of `research/tuning.py`.
        ax: where to draw; the current axes if None.
    """
    shares = {rate: [run["valid"] for run in runs] for rate, runs in record["rates"].items()}
    labels = {"xlabel": "learning rate", "ylabel": SCORE}
    return seed_dots({"fine-tuned": shares}, {"guess": 0.25}, **labels, ax=ax)


def frozen_parts(record: Mapping[str, Any], ax: "Axes | None" = None) -> "Axes":
    """The test score by what is frozen, each at the rate that is best on validation texts.

    The last are frozen vectors under a logistic regression.

    Args:
        record, ax: as of `tried_rates`.
    """
    scores = {
        f"{size} labels": dict(zip(_FROZEN, map(_at_best_rate, found.values()), strict=True))
        | {"everything": record["labels"]["frozen"][size]}
        for size, found in record["frozen"].items()
    }
    ax = seed_dots(scores, {}, xlabel="what is frozen", ylabel=SCORE, ax=ax)
    ax.set_ylim(0.6, 0.95)
    return ax


def _at_best_rate(rates: Mapping[str, Sequence[Mapping[str, float]]]) -> list[float]:
    chosen = max(rates.values(), key=lambda runs: sum(run["valid"] for run in runs))
    return [run["test"] for run in chosen]


def ways_to_use(record: Mapping[str, Any], ax: "Axes | None" = None) -> "Axes":
    """The test score of three ways to use an encoder, and of the words alone, by labels.

    Args:
        record, ax: as of `tried_rates`.
    """
    labels = record["labels"]
    ways = {name: labels[way] for name, way in _WAYS.items()}
    ways["bag of words"] = labels["bag of words"]
    return seed_dots(ways, {}, xlabel="labelled sentences", ylabel=SCORE, ax=ax)


def overfitting(record: Mapping[str, Any], ax: "Axes | None" = None) -> "Axes":
    """Both losses after each epoch: means, and for the validation loss a band over the runs.

    Args:
        record, ax: as of `tried_rates`.
    """
    x = range(1, len(record["epochs"][0]["valid_loss"]) + 1)
    runs = {
        name: [*zip(*(run[f"{part}_loss"] for run in record["epochs"]), strict=True)]
        for name, part in {"training loss": "train", "validation loss": "valid"}.items()
    }
    lines = {name: (x, [sum(at) / len(at) for at in row]) for name, row in runs.items()}
    ax = curves(lines, xlabel="epoch", ylabel="loss", ax=ax)
    low, high = ([bound(at) for at in runs["validation loss"]] for bound in (min, max))
    ax.fill_between(x, low, high, color=ax.lines[1].get_color(), alpha=0.2, lw=0)
    return ax


def confusion(
    truth: torch.Tensor, predicted: torch.Tensor, names: Sequence[str], ax: "Axes | None" = None
) -> "Axes":
    """Where the texts of each class were put, in shares of each row.

    Args:
        truth: int64 (n,), the right class of each text.
        predicted: int64 (runs, n), what each run says.
        names: of the classes.
        ax: where to draw; the current axes if None.
    """
    size = len(names)
    pairs = size * truth.expand_as(predicted) + predicted
    counts = pairs.flatten().bincount(minlength=size * size).view(size, size)
    shares = counts / counts.sum(dim=1, keepdim=True)
    return heat_map(shares, names, names, number=".2f", scale=False, ax=ax)
