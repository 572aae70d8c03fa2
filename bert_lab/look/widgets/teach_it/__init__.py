"""TeachIt: sentences in classes, and what four learners make of them (`ch-finetuning`)."""

import json
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import traitlets as t

from bert_lab.look.widgets.base import Record, Widget
from bert_lab.look.widgets.words import say

ASSETS = Path(__file__).parents[3] / "assets" / "teach_it"
RECORD = ASSETS / "record.json"  # python -m tools.teach_it
USUAL = {"rate": 2e-4, "blocks": 1, "passes": 10, "most": 0}
# By percent a letter; what is nearly 0 or 1 takes one byte in a page.
_PLAIN = [chr(code) for code in range(33, 127) if chr(code) not in '"&<\\']
_LETTERS = [*_PLAIN[:45], *(chr(161 + i) for i in range(11)), *_PLAIN[45:]]


@cache
def sets() -> dict[str, dict[str, Any]]:
    """The book's own sentences: key -> {"classes": name -> [sentence, ...], "new": [...]}."""
    given = tomllib.loads((ASSETS / "sets.toml").read_text("utf-8"))
    return {
        key: {
            "classes": {name: text.splitlines() for name, text in one["classes"].items()},
            "new": one["new"],
        }
        for key, one in given.items()
    }


def letters_of(frames: Iterable[list[float]], classes: int) -> str:
    """Probabilities (n * classes) of each pass in percents, a letter each.

    The last class's is left out. Rounding changes no verdict.
    """
    letters = []
    for frame in frames:
        for at in range(0, len(frame), classes):
            exact = frame[at : at + classes]
            shares = [round(100 * p) for p in exact[:-1]]
            best = max(range(classes), key=exact.__getitem__)
            while max(exact) - min(exact) > 1e-6 and _verdict(shares) != best:
                if best < classes - 1:
                    shares[best] += 1
                else:
                    shares[shares.index(max(shares))] -= 1
            letters += [_LETTERS[share] for share in shares]
    return "".join(letters)


def _verdict(shares: list[int]) -> int | None:
    """The likeliest class, None if another is as likely."""
    whole = [*shares, 100 - sum(shares)]
    most = max(whole)
    return whole.index(most) if whole.count(most) == 1 else None


def shares_of(letters: str, texts: int, classes: int) -> list[list[float]]:
    """The probabilities of the last pass, by text."""
    last = [_LETTERS.index(one) / 100 for one in letters[-texts * (classes - 1) :]]
    rows = [last[i : i + classes - 1] for i in range(0, len(last), classes - 1)]
    return [[*row, 1 - sum(row)] for row in rows]


class TeachIt(Widget):
    """Four learners and a few dozen sentences: who sorts new ones right?

    A bag of words, one layer on a frozen BERT, the same BERT fine-tuned, and the same network
    without pretraining. Runs on the book's own sentences are recorded; in a page the reader's own
    are learned, too.

    Attributes, each of them the reader's choice as it stands, which Python may set: `chosen`, place
    of a set of sentences, from 0 (one more are the reader's own); `passes` through them so far;
    `sentence`, place of the one that is looked at, -1 for none; `learning`, with the rate, how many
    blocks learn, how many passes, and from how many sentences of each class, 0 for all.
    """

    _name = "teach_it"
    _heights = 492, 778

    sets = t.List(
        Record(
            {
                "key": t.Enum(["mail", "cafe", "length", "word"]),
                "classes": t.List(t.Unicode()),
                "texts": t.List(t.List(t.Unicode()), help="by class"),
                "frames": t.List(t.Unicode(), help="by learner: shares as letters"),
                "asked": t.List(Record({"text": t.Unicode(), "shares": t.List(t.List(t.Float()))})),
            }
        )
    ).tag(sync=True)
    chosen = t.Int(0, min=0).tag(sync=True)
    passes = t.Int(1000, min=0).tag(sync=True)
    sentence = t.Int(-1, min=-1).tag(sync=True)
    learning = Record(
        {
            "rate": t.Enum([5e-5, 2e-4, 1e-3, 5e-3]),
            "blocks": t.Enum([1, 2, 3]),
            "passes": t.Enum([10, 20, 40]),
            "most": t.Enum([0, 8, 4, 2]),
        },
        default_value=USUAL,
    ).tag(sync=True)

    def __init__(self) -> None:
        record = json.loads(RECORD.read_text("utf-8"))
        rows = [
            {
                "key": key,
                "classes": list(one["classes"]),
                "texts": list(one["classes"].values()),
                "frames": record[key]["frames"],
                "asked": [
                    {"text": text, "shares": shares}
                    for text, shares in zip(one["new"], record[key]["answers"], strict=True)
                ],
            }
            for key, one in sets().items()
        ]
        super().__init__(sets=rows)

    def _fallback_html(self) -> str:
        rows = []
        for one in self.sets:
            classes = len(one["classes"])
            labels = [c for c, texts in enumerate(one["texts"]) for _ in texts]
            held = record_held(one["key"])
            row: list[object] = [say(f"teach_it.sets.{one['key']}"), len(held)]
            for letters in one["frames"]:
                shares = shares_of(letters, len(labels), classes)
                row.append(sum(_best(shares[i]) == labels[i] for i in held))
            rows.append(row)
        return self._table(rows)


def _best(shares: list[float]) -> int:
    return shares.index(max(shares))


def record_held(key: str) -> list[int]:
    """Places of the sentences of this set that were kept back."""
    return json.loads(RECORD.read_text("utf-8"))[key]["held"]
