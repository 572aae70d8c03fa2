"""The way of the hand model's gap from three words to its guess, drawn (`ch-model`)."""

import html
from collections.abc import Sequence
from typing import NamedTuple

from bert_lab.look.colours import COLOURS
from bert_lab.look.hand_sheet import digits
from bert_lab.measures.by_hand import ANSWER, GAP, TEXT, WORDS, hand_model, hand_numbers

WIDTH, CELL, HIGH, STEP = 344, 27, 22, 34  # pixels
SLOT = 64  # that the three ribbons fill together
COLUMNS = tuple(4 + i * 114 for i in range(len(TEXT)))  # where the three words' vectors begin
CENTRE = COLUMNS[GAP] + 2 * CELL


class Row(NamedTuple):
    """One vector of the gap, and what it is called."""

    name: str
    numbers: Sequence[float]


class Way:
    """The gap's way as a picture that keeps its size; its text has the same numbers."""

    def __init__(self) -> None:
        self.numbers = {name: one.tolist() for name, one in hand_numbers(hand_model()).items()}
        n = self.numbers
        self.rows = [
            Row("mix", n["m"]),
            Row("+ its own input", n["r"]),
            Row("normalised", n["n"]),
            Row("hidden", n["u"]),
            Row("after ReLU", n["g"]),
            Row("network’s output", n["f"]),
            Row("added", n["r2"]),
            Row("normalised: h", n["h"]),
        ]

    def __repr__(self) -> str:
        n = self.numbers
        lines = [Row(f"input {word}", x) for word, x in zip(TEXT, n["x"], strict=True)]
        lines += [Row(f"value {word}", v) for word, v in zip(TEXT, n["v"], strict=True)]
        lines += [Row("attention weights", n["a"]), *self.rows]
        lines += [Row(f"probability of {w}", [p]) for w, p in zip(WORDS, n["p"], strict=True)]
        return "\n".join(f"{row.name:21} {' '.join(map(digits, row.numbers))}" for row in lines)

    def _repr_html_(self) -> str:
        n, parts, y = self.numbers, [], 46
        for word, left, x, v in zip(TEXT, COLUMNS, n["x"], n["v"], strict=True):
            parts += [_text(left + 2 * CELL, 14, word, "middle", bold=True)]
            parts += [_strip(left, 22, x), _strip(left, 22 + STEP + 10, v)]
        parts += [_text(4, 58, "inputs, and below them their values")]
        y, start = 136, CENTRE - SLOT / 2
        for left, weight in zip(COLUMNS, n["a"], strict=True):
            parts.append(_ribbon(left + 2 * CELL, y - 48, start + weight * SLOT / 2, y, weight))
            start += weight * SLOT
        for row in self.rows:
            parts += [_text(CENTRE - 2 * CELL - 8, y + 15, row.name, "end")]
            parts += [_strip(CENTRE - len(row.numbers) * CELL / 2, y, row.numbers)]
            y += STEP - 6
        for word, p in sorted(zip(WORDS, n["p"], strict=True), key=lambda one: -one[1]):
            y += 22
            mark = " ✓" if word == WORDS[ANSWER] else ""
            colour = _colour("axis-V")
            parts.append(f'<rect x="118" y="{y - 14}" width="{180 * p:.0f}" height="18" {colour}/>')
            parts += [_text(110, y, word + mark, "end", bold=bool(mark))]
            parts += [_text(124 + 180 * p, y, f"{p:.0%}")]
        size = f'width="{WIDTH}" height="{y + 8}"'
        head = f'<svg {size} role="img" aria-label="{html.escape(repr(self))}" fill="currentColor"'
        style = 'font-family="system-ui, sans-serif"'
        return f'<div class="by-hand-grids">{head} {style}>{"".join(parts)}</svg></div>'


def _colour(name: str, strength: float = 0.45) -> str:
    return f'fill="{COLOURS[name].light}" fill-opacity="{strength:.2f}"'


def _text(x, y, words: str, anchor: str = "start", bold: bool = False, size: int = 12) -> str:
    font = f'font-size="{size}"' + ' font-weight="650"' * bold
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" {font}>{html.escape(words)}</text>'


def _strip(x: float, y: float, numbers: Sequence[float]) -> str:
    """A vector: blue above zero, orange below, strong where it is large, each with its number."""
    cells = ""
    for i, number in enumerate(numbers):
        left, tint = x + i * CELL, _colour("plus" if number > 0 else "minus", abs(number) / 4)
        cells += f'<rect x="{left:g}" y="{y}" width="{CELL}" height="{HIGH}" {tint} '
        cells += 'stroke="currentColor" stroke-opacity="0.25"/>'
        cells += _text(left + CELL / 2, y + 15, digits(number), "middle", size=11)
    return cells


def _ribbon(x0: float, y0: float, x1: float, y1: float, weight: float) -> str:
    half = (y0 + y1) / 2
    path = f'd="M{x0:g} {y0:g}C{x0:g} {half:g} {x1:g} {half:g} {x1:g} {y1:g}"'
    stroke = f'stroke="{COLOURS["head-1"].light}" stroke-opacity="0.5"'
    beside = 24 if x0 > x1 + SLOT else -28
    percent = _text(x0 + beside, y0 + 22, f"{weight:.0%}", "middle")
    return f'<path {path} fill="none" {stroke} stroke-width="{weight * SLOT:g}"/>{percent}'
