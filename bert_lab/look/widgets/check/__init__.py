"""Check: a question to answer in the page, with a reply that explains (every chapter)."""

import math
import random
import re
from collections.abc import Mapping, Sequence

import traitlets as t

from bert_lab.look.widgets.base import Number, Record, Widget
from bert_lab.look.widgets.words import Own, element

_LABEL = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_STEPS = range(3, 8)


class Check(Widget):
    """One question of three kinds, made by `Check.choice`, `Check.number` or `Check.order`.

    Text may have `code` between backticks and *stress* between asterisks. Every question has a
    `label`, by which the reader's browser knows it: a short name, `"mask-share"`, no other check of
    the book has it.

    Attributes: `answer`, what the reader answered last, which Python may set: for a choice the
    places in `parts` of all choices tried so far, for a number the text as it was typed, for an
    order the places of the steps. It is empty until the reader has answered.
    """

    _name = "check"

    kind = t.Enum(["choice", "number", "order"]).tag(sync=True)
    label = t.Unicode().tag(sync=True)
    question = t.Unicode().tag(sync=True)
    because = t.Unicode(help="said to the right answer").tag(sync=True)
    solution = t.List(Number(), help="a place in `parts`, the number, or all places in order").tag(
        sync=True
    )
    shown = t.Unicode(help="the right number as it is written, with its unit").tag(sync=True)
    parts = t.List(
        Record({"text": t.Unicode(), "says": t.Unicode()}), help="choices or steps, as shown"
    ).tag(sync=True)
    near = t.List(t.Tuple(t.Float(), t.Unicode()), help="a number, and what is said to it").tag(
        sync=True
    )
    tolerance = t.Float(0.0).tag(sync=True)
    unit = t.Unicode().tag(sync=True)
    hint = t.Unicode(help="said to a wrong number that is not in `near`").tag(sync=True)
    answer = t.List(t.Union([t.Int(), t.Unicode()])).tag(sync=True)

    @classmethod
    def choice(
        cls, question: str, *, label: str, right: str, wrong: Mapping[str, str], because: str
    ) -> "Check":
        """One of several.

        Args:
            question: in one sentence.
            label: its name in links.
            right: the right choice.
            wrong: {a wrong choice: why it is wrong}, two or more.
            because: why the right one is right.

        The choices are shown in an order that the label decides, the same in every run.
        """
        if len(wrong) < 2 or right in wrong:
            raise ValueError(f"wrong: expected two or more, none of them right, got {list(wrong)}")
        texts = _mixed([right, *wrong], label)
        parts = [{"text": text, "says": wrong.get(text, "")} for text in texts]
        solution = [texts.index(right)]
        return cls._made("choice", label, question, because, parts=parts, solution=solution)

    @classmethod
    def number(
        cls,
        question: str,
        *,
        label: str,
        answer: float,
        because: str,
        near: Mapping[float, str],
        unit: str = "",
        tolerance: float = 0.0,
        hint: str = "",
    ) -> "Check":
        """A number that the reader types.

        Args:
            question: in one sentence.
            label: its name in links.
            answer: the right number, computed by the code around it.
            because: how one gets there.
            near: {a wrong number that one may well arrive at: what went wrong}, one or more.
            unit: written behind the number.
            tolerance: how far from the right number is still right, and from a known wrong one
                still that one.
            hint: what to think of, for those who are wrong in another way.
        """
        exact, known = float(answer), {float(value): reply for value, reply in near.items()}
        if not math.isfinite(exact) or tolerance < 0:
            raise ValueError(f"answer, tolerance: expected numbers, got {answer}, {tolerance}")
        if not known:
            raise ValueError("near: expected one wrong number at least that has its own answer")
        if close := [value for value in known if abs(value - exact) <= 2 * tolerance]:
            raise ValueError(f"near: expected 2 tolerances from {exact:g} at least, got {close}")
        own = {"unit": unit, "tolerance": tolerance, "hint": hint, "near": list(known.items())}
        shown = f"{_written(exact, tolerance)}\u00a0{unit}".rstrip()
        return cls._made("number", label, question, because, solution=[exact], shown=shown, **own)

    @classmethod
    def order(cls, question: str, *, label: str, steps: Mapping[str, str], because: str) -> "Check":
        """Steps to be put in order.

        Args:
            question: in one sentence.
            label: its name in links.
            steps: {step: why it can't come earlier}, three to seven, in the right order; the
                first step needs no reason.
            because: what makes the order right.
        """
        if len(steps) not in _STEPS:
            raise ValueError(f"steps: expected 3 to 7, got {len(steps)}")
        right, texts = list(steps), _mixed(list(steps), label)
        while texts[0] == right[0]:  # to press "Check" at once should not half do
            texts = [*texts[1:], texts[0]]
        parts = [{"text": text, "says": steps[text]} for text in texts]
        solution = [texts.index(text) for text in right]
        return cls._made("order", label, question, because, parts=parts, solution=solution)

    @classmethod
    def _made(cls, kind: str, label: str, question: str, because: str, **own) -> "Check":
        if not _LABEL.fullmatch(label):
            raise ValueError(f"label: expected words of a-z and 0-9 with hyphens, got {label!r}")
        silent = [value for value, reply in own.get("near", []) if not reply]
        silent += [
            part["text"]
            for i, part in enumerate(own.get("parts", []))
            if not part["says"] and i != own["solution"][0]
        ]
        if silent or not (question and because):
            raise ValueError(f"expected a question, a reason and words to each of {silent}")
        return cls(kind=kind, label=label, question=question, because=because, **own)

    @t.validate("answer")
    def _could_be_given(self, proposal):
        value, places = proposal.value, range(len(self.parts))
        fits = {
            "choice": len(set(value)) == len(value) and all(i in places for i in value),
            "number": len(value) <= 1 and all(isinstance(text, str) for text in value),
            "order": not value or sorted(value) == list(places),
        }
        if not fits[self.kind]:
            raise t.TraitError(f"answer: expected one to this {self.kind}, got {value}")
        return value

    def _fallback_html(self) -> str:
        own = {f"parts.{i}.text": part["text"] for i, part in enumerate(self.parts)}
        own |= {f"parts.{i}.says": part["says"] for i, part in enumerate(self.parts)}
        own |= {f"near.{i}.1": reply for i, (_, reply) in enumerate(self.near)}
        own |= {name: getattr(self, name) for name in ("question", "because", "shown")}

        def span(place: str) -> str:
            return element("span", Own(place, own[place]))

        options = [f"parts.{i}.text" for i in range(len(self.parts))]
        listed = "".join(element("li", Own(place, own[place])) for place in options)
        if self.kind == "number":
            right = span("shown")
            ways = [
                f"{_written(value, self.tolerance)}: {span(f'near.{i}.1')}"
                for i, (value, _) in enumerate(self.near)
            ]
        else:
            right = " → ".join(span(f"parts.{i:.0f}.text") for i in self.solution)
            ways = [
                f"{span(f'parts.{i}.text')}<br>{span(f'parts.{i}.says')}"
                for i, part in enumerate(self.parts)
                if part["says"] and self.kind == "choice"
            ]
        why = "".join(f"<li>{way}</li>" for way in ways)
        return (
            f"<p>{element('strong', Own('question', self.question))}</p>"
            + (f'<ol type="A">{listed}</ol>' if listed else "")
            + f"<details>{element('summary', self._say('answer'))}"
            + f"<p>{right}<br>{span('because')}</p>"
            + (f"{element('p', self._say('not'))}<ul>{why}</ul>" if why else "")
            + "</details>"
        )


def _mixed(texts: Sequence[str], label: str) -> list[str]:
    """The texts shuffled, the same way in every run."""
    return random.Random(label).sample(texts, len(texts))


def _written(value: float, tolerance: float) -> str:
    """A number as readers write it, with as many decimals as the tolerance needs."""
    if value.is_integer():
        return f"{value:,.0f}"
    if not tolerance:
        return f"{value:,.10g}"
    return f"{value:,.{max(0, -math.floor(math.log10(tolerance)))}f}"
