"""bert_lab.measures.by_hand: what the model computes is what a pencil writes, number by number.

The pencil knows no PyTorch. It has fractions up to the logits, a table of e^x with four digits, and
from there on it rounds each number to three places, as the sheet asks (`ch-by-hand`).
"""

import math
from fractions import Fraction as Q

import pytest
import torch

from bert_lab.measures import by_hand
from bert_lab.measures.by_hand import hand_model, hand_numbers

EXACT = {"x", "k", "v", "a", "m", "r", "n", "u", "g", "f", "r2", "h", "z"}


def dot(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


def times(matrix, vector):
    return [dot(row, vector) for row in matrix]


def columns(matrix):
    return [list(column) for column in zip(*matrix, strict=True)]


def floats(numbers):
    return [floats(x) if isinstance(x, list) else float(x) for x in numbers]


def normed(row):
    """Deviations by their standard deviation, whose root has to be a fraction; and the latter."""
    mean = sum(row) / len(row)
    variance = sum((x - mean) ** 2 for x in row) / len(row)
    root = Q(math.isqrt(variance.numerator), math.isqrt(variance.denominator))
    assert root**2 == variance
    return [(x - mean) / root for x in row], root


def through_norm(gradient, row, root):
    mean, along = sum(gradient) / len(row), dot(gradient, row) / len(row)
    return rounded([(g - mean - x * along) / root for g, x in zip(gradient, row, strict=True)])


def rounded(numbers):
    return [round(Q(x), 3) for x in numbers]


@pytest.fixture(scope="module")
def pencil():
    """Every number of the sheet, by the sheet's rules."""
    halves = {k: v for k, v in by_hand.WEIGHTS.items() if k not in ("W_q", "P")}
    w = {
        name: [[Q(x) for x in row] if isinstance(row, list) else Q(row) for row in rows]
        for name, rows in halves.items()
    }
    w["P"] = [[Q(x) for x in row] for row in by_hand.WEIGHTS["P"][0]]
    ids = [by_hand.WORDS.index(word) for word in by_hand.TEXT]
    add = zip(ids, w["P"], strict=True)
    x = [[sum(x) for x in zip(w["E"][i], w["S"][0], p, strict=True)] for i, p in add]
    k, v = ([times(w[name], row) for row in x] for name in ("W_k", "W_v"))
    # The gap's query is ln 4 times its first number; through the root of 4, a score is ln 2 times
    # the key's, and e to the power of it a power of two.
    powers = [Q(2) ** int(x[by_hand.GAP][0] * key[0]) for key in k]
    a = [power / sum(powers) for power in powers]
    m = times(columns(v), a)
    r = [one + other for one, other in zip(x[by_hand.GAP], times(w["W_o"], m), strict=True)]
    n, s = normed(r)
    u = [one + other for one, other in zip(times(w["W_1"], n), w["b_1"], strict=True)]
    g = [max(Q(0), one) for one in u]
    f = times(w["W_2"], g)
    r2 = [one + other for one, other in zip(n, f, strict=True)]
    h, s2 = normed(r2)
    z = times(w["E"], h)
    assert (s, s2) == (Q(5, 4), 2)
    # From here on with a table of e^x, to three places.
    e = rounded(Q(f"{math.exp(one):.3f}") for one in z)
    p = rounded(one / sum(e) for one in e)
    dz = [one - (i == by_hand.ANSWER) for i, one in enumerate(p)]
    dh = rounded(times(columns(w["E"]), dz))
    dr2 = through_norm(dh, h, s2)
    dg = rounded(times(columns(w["W_2"]), dr2))
    du = [d if one > 0 else Q(0) for d, one in zip(dg, u, strict=True)]
    dn = rounded(a + b for a, b in zip(dr2, times(columns(w["W_1"]), du), strict=True))
    dr = dm = through_norm(dn, n, s)
    milk = by_hand.TEXT.index("milk")
    dv = rounded(a[milk] * one for one in dm)
    da = rounded(times(v, dm))
    ds = rounded(one * (d - dot(a, da)) for one, d in zip(a, da, strict=True))
    dk = round(ds[milk] * Q("0.693"), 3)
    dE_in = rounded(
        a + b * dk for a, b in zip(times(columns(w["W_v"]), dv), w["W_k"][0], strict=True)
    )
    dE_out = [[d * one for one in h] for d in dz]
    dE = [one + other for one, other in zip(dE_out[4], dE_in, strict=True)]
    mixed = dot(a, columns(x)[1])
    numbers = {key: value for key, value in locals().items() if key not in ("w", "halves", "add")}
    return numbers | {"loss": round(math.log(sum(e)) - z[by_hand.ANSWER], 3), "dW_v": dm[1] * mixed}


def test_the_model_computes_what_the_pencil_writes(pencil):
    ours = hand_numbers(hand_model())
    for name in EXACT:
        expected = torch.tensor(floats(pencil[name]), dtype=torch.float64)
        # The model's norms add 1e-12 to the variance, which takes half of that from their result.
        assert (ours[name] - expected).abs().max() < 1e-11, name
    assert ours["loss"].item() == pytest.approx(pencil["loss"], abs=0.002)
    for name in ("p", "dz", "dh", "dr2", "dg", "du", "dn", "dr", "dm", "da", "ds"):
        # Each rounding takes half a thousandth, and a row adds up a few of them.
        assert ours[name].tolist() == pytest.approx(floats(pencil[name]), abs=0.002), name
    milk = {"dv": ours["dv"][2], "dE": ours["dE"][4], "dE_in": ours["dE_in"][4]}
    for name, row in milk.items():
        assert row.tolist() == pytest.approx(floats(pencil[name]), abs=0.002), name
    assert ours["dk"][2, 0].item() == pytest.approx(float(pencil["dk"]), abs=0.002)
    assert ours["dE"][by_hand.ANSWER].tolist() == pytest.approx(
        floats(pencil["dE_out"][by_hand.ANSWER]), abs=0.002
    )
    assert ours["dW_v"][1, 1].item() == pytest.approx(float(pencil["dW_v"]), abs=0.002)
