"""TrainingScrubber: a recorded run, from its first step to its last (chapter 8)."""

from typing import Any

import traitlets as t

from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.states import kept_steps
from bert_lab.experiments.digests import mini_bert_digest
from bert_lab.look.widgets import messages
from bert_lab.look.widgets.base import Record
from bert_lab.look.widgets.model_widget import StatesWidget

PROBE = {
    "first": t.Unicode(),
    "second": t.Unicode(allow_none=True),
    "answer": t.Unicode(),
    "decided_by": t.Unicode(),
}


def lines() -> Record:
    """A trait: losses to compare with, in nats; the ideal is known for the book's recipe alone."""
    return Record(dict.fromkeys(("uniform", "unigram", "bigram"), t.Float()), {"ideal": t.Float()})


class TrainingScrubber(StatesWidget):
    """What is learned when: the loss between its lines, and twenty answers on their way to right.

    Args:
        record: of the experiment "probes", as `recorded("probes")` gives it.
        step: updates done, one of the record's `steps`; by default its last.
        probe: number of the probe to look at closely, from 0.

    Attributes, the reader's choice as it stands, which Python may set: `step` and `probe`; `text`,
    `second` and `hidden`, a text of the reader's own in place of the probe's, as in `BertAlive`.
    `answers` says what the model answers to every probe at that step.

    Raises:
        ValueError: for a record without the keys that the widget shows.
        traitlets.TraitError: for a step that isn't recorded, or a probe that there isn't.

    A record of the shipped mini-BERT comes with the picture of a pass, at the step or at the last
    one before it whose state is kept.
    """

    _name = "training_scrubber"
    _heights = 688, 798

    steps = t.List(t.Int()).tag(sync=True)
    loss = t.List(t.Float()).tag(sync=True)
    lines = lines().tag(sync=True)
    probes = t.List(
        Record(
            PROBE
            | dict.fromkeys(("words", "probabilities"), t.Unicode())
            | dict.fromkeys(("rank", "probability"), t.List(t.Int()))
        )
    ).tag(sync=True)
    kept = t.List(t.Int()).tag(sync=True)
    step = t.Int().tag(sync=True)
    probe = t.Int().tag(sync=True)
    text = t.Unicode().tag(sync=True)
    second = t.Unicode().tag(sync=True)
    hidden = t.List(t.Int(min=0)).tag(sync=True)

    def __init__(self, record: dict[str, Any], *, step: int | None = None, probe: int = 0) -> None:
        missing = {"steps", "loss", "lines", "probes"} - set(record)
        if missing:
            raise ValueError(f"expected a record of the probes, got one without {sorted(missing)}")
        shipped = record.get("inputs", {}).get("mini-bert") == mini_bert_digest()
        model, tokenizer = load_mini_bert() if shipped else (None, None)
        last = record["steps"][-1]
        self._record = record["probes"]
        super().__init__(
            model,
            tokenizer,
            **{name: record[name] for name in ("steps", "loss", "lines")},
            probes=[_for_a_page(one) for one in record["probes"]],
            kept=[*kept_steps(), last] if shipped else [last],
            step=last if step is None else step,
            probe=probe,
        )

    @t.validate("step")
    def _recorded(self, proposal):
        if proposal.value not in self.steps:
            raise t.TraitError(f"expected one of the steps {self.steps}, got {proposal.value}")
        return proposal.value

    @t.validate("probe")
    def _existing(self, proposal):
        if not 0 <= proposal.value < len(self.probes):
            raise t.TraitError(
                f"expected a probe from 0 to {len(self.probes) - 1}, got {proposal.value}"
            )
        return proposal.value

    @property
    def answers(self) -> list[dict[str, float]]:
        """Per probe the likeliest words at `step` and their probabilities, the likeliest first."""
        i = self.steps.index(self.step)
        return [
            dict(zip(one["words"][i], (round(p, 4) for p in one["probabilities"][i]), strict=True))
            for one in self._record
        ]

    @property
    def _shows_own(self) -> None:
        return None  # it shows the book's own run

    def _fallback_html(self) -> str:
        shown = sorted({self.steps.index(self.step), len(self.steps) - 1})
        rows = [[messages.LOSS, "", *(f"{self.loss[i]:.2f}" for i in shown)]]
        for one in self._record:
            text = one["first"] + (f" | {one['second']}" if one["second"] else "")
            best = [
                messages.listed([(one["words"][i][0], one["probabilities"][i][0])]) for i in shown
            ]
            rows.append([text, one["answer"], *best])
        lines = ", ".join(f"{name} {value:.2f}" for name, value in self.lines.items())
        steps = [messages.AFTER.format(self.steps[i]) for i in shown]
        return self._table(rows, *steps, lines=lines)


def _for_a_page(probe: dict[str, Any]) -> dict[str, Any]:
    """What the widget shows of a probe: no number twice, and in few bytes.

    Words of all steps stand in one text, and so do their probabilities, times 10,000. The answer's
    rank and probability are listed only for steps at which it is not among those words.
    """
    kept = {key: probe[key] for key in PROBE}
    absent = [i for i, words in enumerate(probe["words"]) if probe["answer"] not in words]
    return kept | {
        "words": " ".join(word for words in probe["words"] for word in words),
        "probabilities": " ".join(
            f"{_ten_thousandths(p)}" for row in probe["probabilities"] for p in row
        ),
        "rank": [probe["rank"][i] for i in absent],
        "probability": [_ten_thousandths(probe["probability"][i]) for i in absent],
    }


def _ten_thousandths(share: float) -> int:
    return round(1e4 * share)
