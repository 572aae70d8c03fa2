"""TrainingRun's initial data: the book's own run, its probes, and recipes to compare."""

from typing import Any

import traitlets as t

from bert_lab.look.widgets.base import Record
from bert_lab.measures import recorded

PROBE = ("first", "second", "answer", "decided_by")
# What each preset changes of the book's recipe, which variant of the ablations that is, and on
# which of their questions the two compare.
PRESETS: dict[str, tuple[dict[str, Any], str | None, tuple[str, ...]]] = {
    "book": ({}, "baseline", ("mlm_loss", "nsp_accuracy")),
    "no_positions": (
        {"config": {"positions": False}}, "no positions", ("mlm_loss", "nsp_accuracy")
    ),
    "always_mask": (
        {"masking": {"mask": 1, "swap": 0}}, "100/0/0 masking", ("masked_loss", "nsp_accuracy")
    ),
    "no_next": ({"nextSentences": False}, "no NSP", ("mlm_loss",)),
    "left_to_right": (
        {"config": {"causal": True}}, "left-to-right", ("next_word_loss", "one_word_loss")
    ),
    "hasty": ({"rate": 0.01, "warmup": 0}, None, ()),
}  # fmt: skip
# One of these questions: a metric of the ablations, its mean and deviation, and the book's, None
# where the two are the same, or nobody asked it.
METRIC = t.Tuple(
    t.Enum(sorted({metric for *_, metrics in PRESETS.values() for metric in metrics})),
    t.List(t.Float(), minlen=2, maxlen=2),
    t.List(t.Float(), minlen=2, maxlen=2, allow_none=True),
)


def lines() -> Record:
    """A trait: reference losses in nats; the ideal one is known for the book's recipe alone."""
    return Record(dict.fromkeys(("uniform", "unigram", "bigram"), t.Float()), {"ideal": t.Float()})


def recipe_trait() -> t.Dict:
    """A trait: the changes of a recipe to the book's."""
    return t.Dict().tag(described="page_trainer/recipe.ts#Recipe")


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


def presets() -> list[dict[str, Any]]:
    """Each preset's key and recipe, and what Evidence B `measured` where it has such runs."""
    variants = {one["name"]: one for one in recorded("ablations")["variants"]}

    def result(name: str, metric: str) -> list[float] | None:
        """Mean and standard deviation over the seeds; None if the variant wasn't asked that."""
        one = variants[name]
        kinds = ("mean", "sd") if metric in one["mean"] else ()
        return [round(one[kind][metric], 3) for kind in kinds] or None

    def measured(name: str, metrics: tuple[str, ...]) -> dict[str, Any]:
        base = [result("baseline", metric) if name != "baseline" else None for metric in metrics]
        own = [result(name, metric) for metric in metrics]
        rows = [list(one) for one in zip(metrics, own, base, strict=True)]
        return {"seeds": len(variants[name]["runs"]), "metrics": rows}

    return [
        {"key": key, "recipe": recipe} | ({"measured": measured(name, metrics)} if name else {})
        for key, (recipe, name, metrics) in PRESETS.items()
    ]


def for_a_page(probe: dict[str, Any]) -> dict[str, Any]:
    """A probe as the widget shows it: compact, no number twice.

    Words of all steps stand in one text, and so do their probabilities, times 1,000. The answer's
    rank and probability are listed only for steps at which it is not among those words.
    """
    kept = {key: probe[key] for key in PROBE}
    absent = [i for i, words in enumerate(probe["words"]) if probe["answer"] not in words]
    return kept | {
        "words": " ".join(word for words in probe["words"] for word in words),
        "probabilities": " ".join(
            f"{_thousandths(p)}" for row in probe["probabilities"] for p in row
        ),
        "rank": [probe["rank"][i] for i in absent],
        "probability": [_thousandths(probe["probability"][i]) for i in absent],
    }


def _thousandths(share: float) -> int:
    return int(1000 * share)  # cut, not rounded: whole per cents stay the same
