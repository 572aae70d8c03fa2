"""TrainingScrubber: a recorded run, dragged through from its first step to its last (chapter 7)."""

from typing import Any

import traitlets as t

from bert_lab.look.widgets.base import Widget, table
from bert_lab.look.widgets.sources import source

_SOURCE = source("training_scrubber")
_KEPT = ("first", "second", "answer", "decided_by", "rank", "words")


class TrainingScrubber(Widget):
    """Drag through training: the loss between its lines, and the model's answers at each step.

    Args:
        record: of the experiment "probes", as `recorded("probes")` gives it.
        step: updates done, one of the record's `steps`; by default its last.
        probe: number of the probe to look at closely, from 0.

    Attributes, the reader's choice as it stands, which Python may set: `step` and `probe`.
    `answers` says what the model answers to every probe at that step.

    Raises:
        ValueError: for a record without the keys that the widget shows.
        traitlets.TraitError: for a step that isn't recorded, or a probe that there isn't.
    """

    _name = "training_scrubber"
    _esm = _SOURCE["esm"]
    _css = _SOURCE["css"]

    steps = t.List(t.Int()).tag(sync=True)
    loss = t.List(t.Float()).tag(sync=True)
    lines = t.Dict().tag(sync=True)
    probes = t.List().tag(sync=True)
    step = t.Int().tag(sync=True)
    probe = t.Int().tag(sync=True)

    def __init__(self, record: dict[str, Any], *, step: int | None = None, probe: int = 0) -> None:
        missing = {"steps", "loss", "lines", "probes"} - set(record)
        if missing:
            raise ValueError(f"expected a record of the probes, got one without {sorted(missing)}")
        super().__init__(
            **{name: record[name] for name in ("steps", "loss", "lines")},
            probes=[_for_a_page(one) for one in record["probes"]],
            step=record["steps"][-1] if step is None else step,
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
            dict(zip(one["words"][i], one["probabilities"][i], strict=True)) for one in self.probes
        ]

    def _fallback_html(self) -> str:
        shown = self._shown()
        rows = [["loss (nats)", "", *(f"{self.loss[i]:.2f}" for i in shown)]]
        for one in self.probes:
            text = one["first"] + (f" | {one['second']}" if one["second"] else "")
            best = [f"{one['words'][i][0]} {100 * one['probabilities'][i][0]:.0f} %" for i in shown]
            rows.append([text, one["answer"], *best])
        lines = ", ".join(f"{name} {value:.2f}" for name, value in self.lines.items())
        caption = (
            f"What the model says in place of <mask>. Losses to compare with, in nats: {lines}."
        )
        steps = [f"after {self.steps[i]:,} steps" for i in shown]
        return table(caption, ["text", "what stood there", *steps], rows)

    def _shown(self) -> list[int]:
        """Places in the record for a table: every fifth, the last, and the reader's own."""
        every = range(len(self.steps) - 1, -1, -5)
        return sorted({*every, self.steps.index(self.step)})


def _for_a_page(probe: dict[str, Any]) -> dict[str, Any]:
    """What the widget shows of a probe; three decimals are enough for percentages, and light."""
    shares = {
        "probability": [round(p, 3) for p in probe["probability"]],
        "probabilities": [[round(p, 3) for p in row] for row in probe["probabilities"]],
    }
    return {key: probe[key] for key in _KEPT} | shares
