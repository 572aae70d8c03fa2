"""TrainingRun's initial data: the book's own run and its probes."""

from typing import Any

import traitlets as t

from bert_lab.look.widgets.base import Record

PROBE = ("first", "second", "answer", "decided_by")


def lines() -> Record:
    """A trait: reference losses in nats; the ideal one is known for the book's recipe alone."""
    return Record(dict.fromkeys(("uniform", "unigram", "bigram"), t.Float()), {"ideal": t.Float()})


def book_run(record: dict[str, Any]) -> dict[str, Any]:
    """The run of the record "probes" as far as a page draws it: its scores on held-out pairs."""
    scores = record["held_out"]
    return {
        "steps": record["steps"],
        "loss": [round(x, 3) for x in scores["mlm_loss"]],
        "nsp": [round(x, 3) for x in scores["nsp_accuracy"]],
        "lines": record["lines"],
        "batch": record["recipe"]["train_batch_size"],
        "seconds": round(record["seconds"]),
    }


def for_a_page(probe: dict[str, Any]) -> dict[str, Any]:
    """A probe as the widget shows it: its answer's rank and probability at all steps.

    Probabilities are thousandths, cut, not rounded: whole per cents stay the same.
    """
    kept = {key: probe[key] for key in (*PROBE, "rank")}
    return kept | {"probability": [int(1000 * share) for share in probe["probability"]]}
