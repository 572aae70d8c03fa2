"""TrainingRun: the book's training, step by step, and the reader's own beside it.

See `ch-pretraining`.
"""

import traitlets as t

from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.snapshots import kept_steps
from bert_lab.look.page_trainer import parts
from bert_lab.look.widgets.base import Record, room
from bert_lab.look.widgets.model_widget import StatesWidget
from bert_lab.look.widgets.training_run.record import (
    PROBE,
    book_run,
    for_a_page,
    lines,
)
from bert_lab.look.widgets.words import listed, percent
from bert_lab.measures import recorded


class TrainingRun(StatesWidget):
    """What is learned when: a loss between its lines, and twenty answers on their way to right.

    The reader follows the book's run step by step, or trains anew and follows that, on one curve.

    Args:
        step: updates of the book's run, one of its `book["steps"]`; by default its last.

    Attributes, the reader's choice as it stands, which Python may set: `step`; `probe`, the number
    of the probe that is looked at closely, from 0; `recipe`, what is changed of the book's recipe;
    `own`, stories of the reader's own, a line a sentence, an empty line between two stories, and
    `repeat`, how often each of them is told; `small`, the size for slow machines; `text`, `second`
    and `hidden`, a text of the reader's own in place of the probe's, as in `BertAlive`.

    Raises:
        traitlets.TraitError: for a step that isn't recorded.

    The trainer comes at the press of Train: a page loads it, a notebook sends it.
    """

    _name = "training_run"

    book = Record(
        {
            "steps": t.List(t.Int()),
            "loss": t.List(t.Float()),
            "nsp": t.List(t.Float()),
            "lines": lines(),
            "batch": t.Int(),
            "seconds": t.Int(),
        }
    ).tag(sync=True)
    probes = t.List(
        Record(
            dict.fromkeys(PROBE, t.Unicode())
            | {"second": t.Unicode(allow_none=True)}
            | dict.fromkeys(("rank", "probability"), t.List(t.Int()))
        )
    ).tag(sync=True)
    kept = t.List(t.Int(), help="steps of the book's run whose states are kept").tag(sync=True)
    step = t.Int().tag(sync=True)
    probe = t.Int(min=0).tag(sync=True)
    text = t.Unicode().tag(sync=True)
    second = t.Unicode().tag(sync=True)
    hidden = t.List(t.Int(min=0)).tag(sync=True)
    recipe = t.Dict().tag(sync=True, described="page_trainer/recipe.ts#Recipe")
    own = t.Unicode().tag(sync=True)
    repeat = t.Int(200, min=1, max=2000).tag(sync=True)
    small = t.Bool().tag(sync=True)
    wants_parts = t.Bool().tag(sync=True, kernel_only=True)
    parts = Record(
        {},
        {
            "code": t.Unicode(),
            "grammar": t.Dict().tag(described="page_trainer/corpus.ts#Grammar"),
            "vocab": t.List(t.Unicode()),
        },
    ).tag(sync=True, kernel_only=True)

    def __init__(self, *, step: int | None = None) -> None:
        record = recorded("probes")
        last = record["steps"][-1]
        self._record = record["probes"]
        super().__init__(
            *load_mini_bert(),
            book=book_run(record),
            probes=[for_a_page(one) for one in record["probes"]],
            kept=[*kept_steps(), last],
            step=last if step is None else step,
        )

    @t.validate("step")
    def _recorded(self, proposal):
        steps = self.book["steps"]
        if proposal.value not in steps:
            raise t.TraitError(f"expected one of the steps {steps}, got {proposal.value}")
        return proposal.value

    @t.observe("wants_parts")
    def _send_parts(self, change) -> None:
        if change.new:
            self.parts = parts()

    @property
    def _shows_own(self) -> bool:
        return False  # what it trains is told to the others, and its promise stays the book's

    def _reserved(self) -> str:
        return room(678, 731, 14)

    def _fallback_html(self) -> str:
        book = self.book
        steps = book["steps"]
        shown = sorted({steps.index(self.step), len(steps) - 1})
        rows = [
            [self._say("loss"), "", *(f"{book['loss'][i]:.2f}" for i in shown)],
            [self._say("next"), "", *(percent(book["nsp"][i]) for i in shown)],
        ]
        for one in self._record:
            text = one["first"] + (f" | {one['second']}" if one["second"] else "")
            best = (listed([(one["words"][i][0], one["probabilities"][i][0])]) for i in shown)
            rows.append([text, one["answer"], *best])
        levels = ", ".join(f"{name} {value:.2f}" for name, value in book["lines"].items())
        return self._table(
            rows, *(self._say("after", steps=f"{steps[i]:,}") for i in shown), lines=levels
        )
