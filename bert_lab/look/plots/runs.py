"""The loss curve of a pretraining run (`ch-pretraining`)."""

from typing import TYPE_CHECKING

from bert_lab.look.plots.curves import curves
from bert_lab.training_loop.record import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def run_curve(run: Run, floor: float | None = None, *, ax: "Axes | None" = None) -> "Axes":
    """The loss at masked words against the step, between ln V, the unigram line and the floor.

    Args:
        run: as `read_run` reads it.
        floor: the lowest loss that any model can reach, in nats, where it is known.
        ax: where to draw; the current axes if None.

    Returns:
        The Axes.
    """
    lines = run.summary["lines"]
    references = {"ln V": lines["ln_vocab_size"], "unigram line": lines["unigram_loss"]}
    if floor is not None:
        references["floor"] = floor
    steps, losses = ([row[name] for row in run.curve] for name in ("step", "mlm_loss"))
    series = {"masked words, training": (steps, losses)}
    return curves(series, references, xlabel="step", ylabel="loss (nats)", ax=ax)
