"""The judge's results: the first mistake, or that there is nothing to judge."""

from dataclasses import dataclass, field
from typing import Any

from bert_lab.workshop.texts import join_parts, say, texts, wrap


class Wrong(Exception):
    """The first mistake; `key` names its message, in the stage's words or the judge's.

    Args:
        key: such as "no-scale".
        fields: what the sentence says about this very code: places and numbers.
    """

    def __init__(self, key: str, **fields: Any):
        super().__init__(key)
        self.key, self.fields = key, fields

    def __str__(self) -> str:
        """The judge's own sentence, if it has one; else the key, which is a stage's."""
        return say(self.key, **self.fields) if self.key in texts("judge")["says"] else self.key


class Blank(Exception):
    """Not written yet."""


@dataclass(repr=False)
class Verdict:
    """The judge's result for one object that the reader wrote.

    `state`: "right", "wrong" or "blank". `right`: what was found right before anything was wrong,
    as short sentences. `key`, `sentence`, `place`: the first thing wrong. `notes`: what does not
    count against it, such as that it prints. `lent`: what the judge lent it.
    """

    stage: int
    name: str
    state: str = "blank"
    right: list[str] = field(default_factory=list)
    key: str = ""
    sentence: str = ""
    place: str = ""
    notes: list[str] = field(default_factory=list)
    lent: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The verdict in words."""
        lines = [say(f"state-{self.state}", name=self.name)]
        if self.right:
            key = "all-right" if self.state == "right" else "right"
            lines.append(_sentence(say(key, list=join_parts("and", self.right))))
        remarks = self.sentence, self.place, *self.notes, *self.lent
        lines += [_sentence(text) for text in remarks if text]
        return lines

    def __repr__(self) -> str:
        first, *others = self.lines()
        return "\n".join([first, *(wrap(other, 76, "  ") for other in others)])


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
