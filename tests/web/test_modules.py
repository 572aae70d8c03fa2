"""The widgets' computations in JavaScript: their own unit tests, and agreement with Python."""

import pytest
import torch

from bert_core import SPECIAL_TOKENS
from bert_core.masking import mask_tokens
from tests.helpers.close import assert_close
from tests.helpers.javascript import WEB, call, run_node
from tests.helpers.paths import ROOT

TESTS = sorted([*WEB.rglob("*.test.js"), *(ROOT / "tests/widgets").rglob("*.test.js")])


@pytest.mark.parametrize("path", TESTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_javascript_unit_tests(path):
    done = run_node(str(path))  # `--test` would start a second process for it
    assert done.returncode == 0, done.stdout + done.stderr


def test_as_many_tokens_are_chosen_as_by_mask_tokens():
    cases = [(length, percent / 100) for length in range(3, 64, 3) for percent in range(1, 101, 6)]
    expected, calls = [], []
    for length, rate in cases:
        ids = torch.tensor([[2, *range(5, 3 + length), 3]])
        drawn = mask_tokens(ids, 99, generator=torch.Generator(), rate=rate)
        expected.append(int(drawn.weights.sum()))
        tokens = ["<cls>", *(f"w{i}" for i in range(length - 2)), "<sep>"]
        lab = {"tokens": tokens, "specials": SPECIAL_TOKENS, "rate": rate}
        calls.append(["numChosen", lab])
    assert call("masking/draw.ts", *calls) == expected


def test_chi_square_tails_are_torchs():
    cases = [
        (x, df) for x in (0.0, 0.01, 0.7, 3.84, 9.0, 40.0, 250.0) for df in (1, 2, 3, 6, 17, 62)
    ]
    theirs = torch.tensor(cases, dtype=torch.float64).T / 2  # x / 2 and df / 2
    expected = torch.special.gammaincc(theirs[1], theirs[0])
    ours = call("masking/counts.ts", *(["chiSquareTail", x, df] for x, df in cases))
    assert_close(torch.tensor(ours, dtype=torch.float64), expected, roundings=100)
