"""The sheet on which BERT is computed by hand (`ch-by-hand`): rules, room to write, solutions.

A line has what is computed, its rule, a box for each number, and at the end, to be folded back,
what the code computes. `tests/lab/measures/test_by_hand.py` goes through the rules in fractions.
"""

import html
import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from bert_lab.measures.by_hand import (
    ANSWER,
    LEARNING_RATE,
    PARAMETERS,
    TEXT,
    WEIGHTS,
    WORDS,
    hand_loss,
    hand_model,
    hand_numbers,
    hand_step,
)

BOXES = 5  # the most numbers in a line
MILK = WORDS.index("milk")


class Line(NamedTuple):
    """What is computed, by which rule, and what comes out; `_{...}` is written low."""

    symbol: str
    rule: str
    numbers: Sequence[float]


class Sheet:
    """Lines as an HTML table: symbol, rule, boxes for a pencil, and the code's numbers."""

    def __init__(self, heads: Iterable[str], lines: Iterable[Line]) -> None:
        self.heads, self.lines = tuple(heads), tuple(lines)

    def _repr_html_(self) -> str:
        spans = 1, 1, BOXES, 1
        head = "".join(
            _head(name, ' scope="col"', span) for name, span in zip(self.heads, spans, strict=True)
        )
        rows = "".join(map(_row, self.lines))
        return f'<table class="by-hand"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'

    def __repr__(self) -> str:
        lines = (
            f"{_plain(one.symbol):10} {' '.join(map(digits, one.numbers))}" for one in self.lines
        )
        return "\n".join(lines)


class Grids:
    """Small tables of numbers side by side: (name, heads of the rows, numbers)."""

    def __init__(self, *grids: tuple[str, Sequence[str], Sequence[Sequence[float]]]) -> None:
        self.grids = grids

    def _repr_html_(self) -> str:
        return f'<div class="by-hand-grids">{"".join(_grid(*grid) for grid in self.grids)}</div>'

    def __repr__(self) -> str:
        return "\n".join(f"{_plain(name)}: {rows}" for name, _, rows in self.grids)


def digits(number: float) -> str:
    """With three digits after the point at most, halves rounded up, and a true minus sign."""
    size = math.floor(abs(float(number)) * 1000 + 0.5) / 1000
    return ("\u2212" if number < 0 and size else "") + f"{size:g}"


def weights() -> Grids:
    """All weights that are not zero for good, as they stand in the model."""
    w = {name: torch.tensor(WEIGHTS[name], dtype=torch.float64) for name in PARAMETERS}
    maps = [(name, "", w[name].tolist()) for name in ("W_q", "W_k", "W_v", "W_o", "W_1")]
    return Grids(
        ("E", WORDS, w["E"].tolist()),
        ("S", ("",), w["S"][:1].tolist()),
        ("P", ("1", "2", "3"), w["P"][0].tolist()),
        *((_subscript(name), rows, numbers) for name, rows, numbers in maps),
        ("b_{1}", "", w["b_1"][:, None].tolist()),
        ("W_{2}", "", w["W_2"].tolist()),
    )


def powers() -> Grids:
    """e^x for x from -1 to 2.9: the row and the column, added."""
    wholes, tenths = range(-1, 3), range(10)
    rows = [[math.exp(whole + tenth / 10) for tenth in tenths] for whole in wholes]
    return Grids(("e^x", tuple(map(digits, wholes)), [[tenth / 10 for tenth in tenths], *rows]))


def forward(heads: Iterable[str]) -> Sheet:
    """The lines from the words to the loss."""
    n = hand_numbers(hand_model())
    lines = [
        Line(f"x_{{{word}}}", f"E_{{{word}}} + S + P_{{{place}}}", x.tolist())
        for place, (word, x) in enumerate(zip(TEXT, n["x"], strict=True), start=1)
    ]
    e_s, e_z = n["s"].exp(), n["z"].exp()
    lines += [
        Line("q", "W_{q} x_{<mask>}, first number", n["q"][:1].tolist()),
        Line("k", "W_{k} x, first number of each", n["k"][:, 0].tolist()),
        Line("s", "q k / √4", n["s"].tolist()),
        Line("e^{s}, Σ", "e^{0.693} = 2; their sum", [*e_s.tolist(), e_s.sum().item()]),
        Line("a", "e^{s} / Σ", n["a"].tolist()),
        *(
            Line(f"v_{{{word}}}", f"W_{{v}} x_{{{word}}}", v.tolist())
            for word, v in zip(TEXT, n["v"], strict=True)
        ),
        Line("m", "Σ a v", n["m"].tolist()),
        Line("r", "x_{<mask>} + W_{o} m", n["r"].tolist()),
        Line("μ, σ², σ", "mean, mean of (r − μ)², root", _moments(n["r"])),
        Line("n", "(r − μ) / σ", n["n"].tolist()),
        Line("u", "W_{1} n + b_{1}", n["u"].tolist()),
        Line("g", "u, or 0 if u < 0", n["g"].tolist()),
        Line("f", "W_{2} g", n["f"].tolist()),
        Line("r′", "n + f", n["r2"].tolist()),
        Line("μ′, σ′², σ′", "the same of r′", _moments(n["r2"])),
        Line("h", "(r′ − μ′) / σ′", n["h"].tolist()),
        Line("z", "E_{w} · h + b_{w}, for each word w", n["z"].tolist()),
        Line("e^{z}", "table", e_z.tolist()),
        Line("Σ", "sum of e^{z}", [e_z.sum().item()]),
        Line("p", "e^{z} / Σ", n["p"].tolist()),
        Line("loss", "ln Σ − z_{drink}", [n["loss"].item()]),
    ]
    return Sheet(heads, lines)


def backward(heads: Iterable[str]) -> Sheet:
    """The lines from the loss back to a weight of W_v and two rows of the token table."""
    n = hand_numbers(hand_model())
    milk = TEXT.index("milk")
    shift = (n["a"] * n["da"]).sum()
    lines = [
        Line("∂z", "p, minus 1 at drink; it is ∂b, too", n["dz"].tolist()),
        Line("∂h", "Σ ∂z_{w} E_{w}", n["dh"].tolist()),
        Line("α′, β′", "means of ∂h and of the products h ∂h", _means(n["h"], n["dh"])),
        Line("∂r′", "(∂h − α′ − β′ h) / σ′; it is ∂f, too", n["dr2"].tolist()),
        Line("∂g", "W_{2}ᵀ ∂r′", n["dg"].tolist()),
        Line("∂u", "∂g, or 0 if u < 0", n["du"].tolist()),
        Line("∂n", "∂r′ + W_{1}ᵀ ∂u", n["dn"].tolist()),
        Line("α, β", "means of ∂n and of the products n ∂n", _means(n["n"], n["dn"])),
        Line("∂r", "(∂n − α − β n) / σ", n["dr"].tolist()),
        Line("∂m", "W_{o}ᵀ ∂r", n["dm"].tolist()),
        Line("∂W_{v}[2,2]", "∂m[2] · Σ a x[2]", [n["dW_v"][1, 1].item()]),
        Line("∂a", "v · ∂m", n["da"].tolist()),
        Line("γ", "Σ a ∂a", [shift.item()]),
        Line("∂s", "a (∂a − γ)", n["ds"].tolist()),
        Line("∂v_{milk}", "a_{milk} ∂m", n["dv"][milk].tolist()),
        Line("∂k_{milk}", "∂s_{milk} q / √4", n["dk"][milk, :1].tolist()),
        Line("∂x_{milk}", "W_{v}ᵀ ∂v_{milk} + W_{k}ᵀ ∂k_{milk}", n["dx"][milk].tolist()),
        Line("∂E_{milk}", "∂x_{milk} + ∂z_{milk} h", n["dE"][MILK].tolist()),
        Line("∂E_{drink}", "∂z_{drink} h", n["dE"][ANSWER].tolist()),
    ]
    return Sheet(heads, lines)


def step(heads: Iterable[str]) -> Sheet:
    """The lines of one step, and the loss after the decoder's bias alone has made it, and all."""
    model = hand_model()
    stepped = dict(hand_step(hand_model()).named_parameters())
    new = {name: stepped[PARAMETERS[name]].detach() for name in ("b", "E", "W_v")}
    with torch.no_grad():
        model.mlm.decoder.bias.copy_(new["b"])
    after = hand_numbers(model)
    e_z = after["z"].exp()
    rate = f"{LEARNING_RATE:g}"
    lines = [
        Line("b", f"b − {rate} ∂b", new["b"].tolist()),
        Line("E_{drink}", f"E − {rate} ∂E", new["E"][ANSWER].tolist()),
        Line("E_{milk}", f"E − {rate} ∂E", new["E"][MILK].tolist()),
        Line("W_{v}[2,2]", f"W − {rate} ∂W", [new["W_v"][1, 1].item()]),
        Line("z", "the old z + the new b", after["z"].tolist()),
        Line("e^{z}", "table", e_z.tolist()),
        Line("Σ", "sum of e^{z}", [e_z.sum().item()]),
        Line("loss", "ln Σ − z_{drink}", [after["loss"].item()]),
    ]
    return Sheet(heads, lines)


def loss_after_all() -> float:
    """The loss after all weights have made the step."""
    return hand_loss(hand_step(hand_model())).item()


def _moments(row: Tensor) -> list[float]:
    return [row.mean().item(), row.var(correction=0).item(), row.std(correction=0).item()]


def _means(row: Tensor, gradient: Tensor) -> list[float]:
    return [gradient.mean().item(), (row * gradient).mean().item()]


def _head(name: str, scope: str = "", span: int = 1) -> str:
    """A head, or an empty corner, which is none to a screen reader."""
    columns = f' colspan="{span}"' if span > 1 else ""
    return f"<th{scope}{columns}>{_low(name)}</th>" if name else f"<td{columns}></td>"


def _row(line: Line) -> str:
    boxes = '<td class="box"></td>' * len(line.numbers)
    if rest := BOXES - len(line.numbers):
        boxes += f'<td colspan="{rest}"></td>'
    found = "&ensp;".join(map(digits, line.numbers))
    rule = f'<td class="rule">{_low(line.rule)}</td>'
    return (
        f'<tr><th scope="row">{_low(line.symbol)}</th>{rule}{boxes}'
        f'<td class="code">{found}</td></tr>'
    )


def _grid(name: str, heads: Sequence[str], rows: Sequence[Sequence[float]]) -> str:
    first = name == "e^x"  # its first row is a head
    heads = ["", *heads] if first else list(heads) or [""] * len(rows)
    body = ""
    for place, (head, row) in enumerate(zip(heads, rows, strict=True)):
        kind = "th" if first and place == 0 else "td"
        cells = "".join(f"<{kind}>{digits(x)}</{kind}>" for x in row)
        body += f"<tr>{_head(head) if any(heads) else ''}{cells}</tr>"
    return f"<table><caption>{_low(name)}</caption>{body}</table>"


def _subscript(name: str) -> str:
    return re.sub(r"_(\w)$", r"_{\1}", name)


def _plain(text: str) -> str:
    return re.sub(r"[_^]\{(.*?)\}", r"_\1", text)


def _low(text: str) -> str:
    """HTML of a symbol or a rule: `_{...}` low, `^{...}` high."""
    marked = re.sub(r"_\{(.*?)\}", r"<sub>\1</sub>", html.escape(text))
    return re.sub(r"\^\{(.*?)\}|\^(\w)", lambda found: f"<sup>{found[1] or found[2]}</sup>", marked)
