"""TrainingGround: the reader trains a BERT, in the page or in a notebook (chapter 8, prologue)."""

from typing import TYPE_CHECKING, Any

import traitlets as t

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.checkpoint.packed import unpacked
from bert_lab.experiments import recorded
from bert_lab.look.page_trainer import parts
from bert_lab.look.widgets import messages
from bert_lab.look.widgets.base import Record
from bert_lab.look.widgets.model_widget import ModelWidget
from bert_lab.look.widgets.training_scrubber import PROBE, lines

if TYPE_CHECKING:
    from tokenizers import Tokenizer

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
START = {"text": "i went to the bank to deposit cash", "hidden": [5]}

# One of these questions: a metric of the ablations, its mean and deviation, and the book's, None
# where the two are the same, or nobody asked it.
_METRIC = t.Tuple(
    t.Enum(sorted({metric for *_, metrics in PRESETS.values() for metric in metrics})),
    t.List(t.Float(), minlen=2, maxlen=2),
    t.List(t.Float(), minlen=2, maxlen=2, allow_none=True),
)


def _recipe() -> t.Dict:
    return t.Dict().tag(described="page_trainer/recipe.js#Recipe")


class TrainingGround(ModelWidget):
    """Can you teach it? A run of pretraining that the reader starts, watches and changes.

    Args:
        recipe: what to change of the book's recipe, as `checkRecipe` in
            `web/page_trainer/recipe.js` takes it: `steps`, `batch`, `rate`, `warmup`, `seed`,
            `masking`, `config`, ... The trainer refuses in words what can't be.
        own: stories of the reader's own, a line a sentence, an empty line between two stories.
        repeat: how often each of them is told, from 1.

    Attributes, the reader's choice as it stands, which Python may set: `recipe`, `own`, `repeat`;
    `small`, the size for slow machines; `text`, `second` and `hidden`, what the picture reads, as
    in `BertAlive`. Of the last run there are `outcome`, a dict with its recipe, step, seconds,
    loss in nats, share of next sentences told right (None if not asked), number of probes right and
    reference lines; `model` and `tokenizer`. `outcome` is empty before.

    The trainer comes when the reader presses Train: a page loads it, a notebook sends it.
    """

    _name = "training_ground"
    _heights = 684, 799

    recipe = _recipe().tag(sync=True)
    own = t.Unicode().tag(sync=True)
    repeat = t.Int(200, min=0).tag(sync=True)
    small = t.Bool().tag(sync=True)
    text = t.Unicode().tag(sync=True)
    second = t.Unicode().tag(sync=True)
    hidden = t.List(t.Int(min=0)).tag(sync=True)
    book = Record(
        {
            "steps": t.List(t.Int()),
            "loss": t.List(t.Float()),
            "nsp": t.List(t.Float()),
            "lines": lines(),
            "batch": t.Int(),
            "right": t.Int(),
            "seconds": t.Int(),
        }
    ).tag(sync=True)
    probes = t.List(Record(PROBE)).tag(sync=True)
    presets = t.List(
        Record(
            {"key": t.Enum(list(PRESETS)), "recipe": _recipe()},
            {"measured": Record({"seeds": t.Int(), "metrics": t.List(_METRIC)})},
        )
    ).tag(sync=True)
    outcome = Record(
        {},
        {
            "recipe": _recipe(),
            "step": t.Int(),
            "seconds": t.Float(),
            "loss": t.Float(),
            "nsp": t.Float(allow_none=True),
            "right": t.Int(),
            "lines": lines(),
        },
    ).tag(sync=True, kernel_only=True)
    trained = t.CBytes().tag(sync=True, kernel_only=True)  # a kernel hands over a memoryview
    wants_parts = t.Bool().tag(sync=True, kernel_only=True)
    parts = Record(
        {},
        {
            "code": t.Unicode(),
            "kernels": t.Bytes(),
            "grammar": t.Dict().tag(described="page_trainer/corpus.js#Grammar"),
            "vocab": t.List(t.Unicode()),
        },
    ).tag(sync=True, kernel_only=True)

    def __init__(
        self, *, recipe: dict[str, Any] | None = None, own: str = "", repeat: int = 200
    ) -> None:
        record = recorded("probes")
        super().__init__(
            *load_mini_bert(),
            recipe=recipe or {},
            own=own,
            repeat=repeat,
            book=_run(record),
            probes=[{key: probe[key] for key in PROBE} for probe in record["probes"]],
            presets=_presets(),
            **START,
        )

    @t.observe("wants_parts")
    def _send_parts(self, change) -> None:
        if change.new:
            self.parts = parts()

    @property
    def _shows_own(self) -> bool:
        return False  # what it trains is told to the others, and its promise stays the book's

    @property
    def model(self) -> BERTModel | None:
        """The trained model, in evaluation mode; None before a run has ended."""
        return unpacked(self.trained)[0] if self.trained else None

    @property
    def tokenizer(self) -> "Tokenizer | None":
        """Its word-level tokenizer, which knows the reader's words, too; None before."""
        return unpacked(self.trained)[1] if self.trained else None

    def _fallback_html(self) -> str:
        book = self.book
        run = list(zip(book["steps"], book["loss"], book["nsp"], strict=True))[1::3]
        rows = [[f"{step:,}", f"{loss:.2f}", messages.percent(nsp)] for step, loss, nsp in run]
        lines = ", ".join(f"{name} {value:.2f}" for name, value in book["lines"].items())
        return self._table(rows, lines=lines)


def _run(record: dict[str, Any]) -> dict[str, Any]:
    """The book's own run as far as a page draws it: its scores on held-out pairs."""
    scores = record["held_out"]
    return {
        "steps": record["steps"],
        "loss": [round(x, 3) for x in scores["mlm_loss"]],
        "nsp": [round(x, 3) for x in scores["nsp_accuracy"]],
        "lines": record["lines"],
        "batch": record["recipe"]["train_batch_size"],
        "right": sum(probe["rank"][-1] == 1 for probe in record["probes"]),
        "seconds": round(record["seconds"]),
    }


def _presets() -> list[dict[str, Any]]:
    """Each preset's key and recipe, and what Evidence B `measured` where it has such runs."""
    variants = {one["name"]: one for one in recorded("ablations")["variants"]}

    def result(name: str, metric: str) -> list[float] | None:
        """Mean and deviation over the seeds; None where the variant wasn't asked that."""
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
