"""TeachIt: own sentences in classes, which a BERT learns in the page (`ch-finetuning`)."""

import tomllib
from functools import cache
from itertools import zip_longest
from pathlib import Path

import traitlets as t

from bert_lab.look.widgets.base import Record, Widget

SETS = Path(__file__).parents[3] / "assets" / "teach_it" / "sets.toml"


@cache
def sets() -> dict[str, dict[str, list[str]]]:
    """Sentences to begin with: key -> name of a class -> its sentences."""
    given = tomllib.loads(SETS.read_text("utf-8"))
    return {
        key: {name: text.splitlines() for name, text in classes.items()}
        for key, classes in given.items()
    }


class TeachIt(Widget):
    """Gather sentences in classes of your own, train, and try: who sorts new ones right?

    In a page of the book a BERT is fine-tuned on them, beside the same network without pretraining
    and a bag of words. `sets` are sentences that a reader may begin with.
    """

    _name = "teach_it"
    _heights = 549, 765

    sets = t.List(
        Record(
            {
                "key": t.Enum(["mail", "cafe"]),
                "classes": t.List(t.Unicode()),
                "texts": t.List(t.List(t.Unicode()), help="by class"),
            }
        )
    ).tag(sync=True)

    def __init__(self) -> None:
        super().__init__(
            sets=[
                {"key": key, "classes": list(one), "texts": list(one.values())}
                for key, one in sets().items()
            ]
        )

    def _fallback_html(self) -> str:
        first = self.sets[0]
        texts = zip_longest(*first["texts"], fillvalue="")
        return self._table(list(texts)[:4], *first["classes"])
