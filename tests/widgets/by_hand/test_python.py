"""ByHand: its numbers are PyTorch's, whatever the weights; its lines are the sheet's."""

import random

import pytest

from bert_lab.look import hand_sheet
from bert_lab.look.widgets import ByHand
from bert_lab.measures.by_hand import hand_loss, hand_model, hand_step
from tests.helpers.javascript import call

CHANGES = [["W_v", 5, -2.0], ["E", 19, 0.25], ["P", 7, 1.5], ["b", 2, 0.5], ["W_q", 6, 1.0]]
RENAMED = {"z": "z, b moved", "e^z": "e^z, b moved", "Σ": "Σ, b moved", "loss": "loss, b moved"}


def lines(*changes):
    """{key: numbers} of the page, for the start's weights and these changes."""
    start = ByHand().start
    (weights,) = call("widgets/by_hand/weights.ts", ["changed", start, list(changes)])
    parts, after = call("widgets/by_hand/lines.ts", ["linesOf", weights], ["lossAfter", weights])
    found = [line for part in parts for line in part["lines"]]
    return {one["key"]: [cell["value"] for cell in one["cells"]] for one in found}, after


def shaken(seed):
    """A change of every weight."""
    draw = random.Random(seed)
    return [
        [name, place, draw.uniform(-1.5, 1.5)]
        for name, rows in ByHand().start.items()
        for place in range(len(rows) * len(rows[0]))
    ]


@pytest.mark.parametrize(
    "changes", [[], CHANGES, shaken(1), shaken(2)], ids=["start", "some", "all", "others"]
)
def test_the_page_computes_what_the_model_does(changes):
    widget = ByHand(changes=[tuple(change) for change in changes])
    ours, page = widget.numbers, lines(*changes)[0]
    # In doubles; a norm whose vector hardly varies makes much of the last digits.
    for name, key in {"m": "m", "n": "n", "u": "u", "g": "g", "f": "f", "r2": "r′", "h": "h",
                      "z": "z", "p": "p", "dz": "∂z", "dh": "∂h", "dr2": "∂r′", "du": "∂u",
                      "dn": "∂n", "dm": "∂m", "da": "∂a", "ds": "∂s", "q": "q", "s": "s",
                      "a": "a", "r": "r"}.items():  # fmt: skip
        assert page[key] == pytest.approx(ours[name].tolist(), abs=1e-7), name
    for place, word in enumerate(("cats", "<mask>", "milk")):
        for name in "xkv":
            assert page[f"{name}_{word}"] == pytest.approx(ours[name][place].tolist(), abs=1e-9)
    assert page["loss"] == pytest.approx([ours["loss"].item()])
    assert page["∂E_milk"] == pytest.approx(ours["dE"][4].tolist(), abs=1e-7)
    assert page["∂x_milk"] == pytest.approx(ours["dx"][2].tolist(), abs=1e-7)
    assert page["∂W_v[2,2]"] == pytest.approx([ours["dW_v"][1, 1].item()], abs=1e-7)
    after = hand_loss(hand_step(hand_model(widget.weights))).item()
    assert lines(*changes)[1] == pytest.approx(after, abs=1e-6)


def test_its_lines_are_the_sheets():
    page, apart = lines()[0], []
    for part in ("forward", "backward", "step"):
        for line in getattr(hand_sheet, part)(("",) * 4).lines:
            key = line.symbol.replace("_{", "_").replace("^{", "^").replace("}", "")
            key = RENAMED.get(key, key) if part == "step" else key
            if key in page and len(page[key]) == len(line.numbers):
                assert page[key] == pytest.approx(line.numbers, abs=1e-9), key
            else:
                apart.append(key)
    assert apart == ["q", "k", "∂k_milk"]  # on paper without the zeros behind them


WRITTEN = {"0.25": 0.25, "1/4": 0.25, "-1/4": -0.25, "−1½": -1.5, "½": 0.5, "1 1/2": 1.5,
           " .5 ": 0.5, "0,25": 0.25, "2.": 2, "17 %": 0.17, "": None, "-": None, ".": None,
           "1/0": None, "1e9": None, "a": None, "1/4/2": None}  # fmt: skip
SLIPS = [
    ("x_milk", [0.5], "segment"),
    ("x_milk", [0.5, 1, -0.5], "segment"),
    ("s", [0, 0, 1.386], "rootK"),
    ("a", ["1/3"], "axis"),
    ("a", [1], "share"),
    ("m", [3], "unweighted"),
    ("r", [1], "residual"),
    ("μ, σ², σ", ["1/4", 2.083], "lessOne"),
    ("μ, σ², σ", ["", "", 1.5625], "root"),
    ("n", [1.12], "root"),
    ("n", [1.6], "mean"),
    ("n", [1.2124], "lessOne"),
    ("u", [0.7], "bias"),
    ("g", ["", -2.8], "relu"),
    ("r′", [0.6], "residual"),
    ("loss", [0.775], "log10"),
    ("loss", [-1.785], "sign"),
    ("∂z", ["", "", 0.168], "one"),
    ("∂r′", [-0.2866], "both"),
    ("∂u", ["", -0.178], "relu"),
    ("∂n", ["", 0.262], "network"),
    ("∂s", [-0.042], "gamma"),
    ("∂E_milk", [-0.083], "output"),
    ("∂E_milk", [0.277], "input"),
    ("b", ["", "", -0.208], "uphill"),
    ("b", ["", "", 0.832], "rate"),
    ("z", [0.5], "order"),
    ("z", [7], None),
]


def test_numbers_as_people_write_them():
    found = call("widgets/by_hand/judge.ts", *(["parse", text] for text in WRITTEN))
    assert dict(zip(WRITTEN, found, strict=True)) == WRITTEN


def test_slips_are_named():
    """On a sheet with these numbers in one line and nothing else."""
    start = ByHand().start
    sheets = ([[key, i, str(x)] for i, x in enumerate(numbers)] for key, numbers, _ in SLIPS)
    found = call("widgets/by_hand/judge.ts", *(["judgeTyped", start, sheet] for sheet in sheets))
    for (key, numbers, slip), verdict in zip(SLIPS, found, strict=True):
        assert verdict["line"]["key"] == key
        assert verdict["place"] == len(numbers) - 1 or numbers[:-1] == [0.5, 1]
        assert verdict.get("slip") == slip, (key, numbers)
