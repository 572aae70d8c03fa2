"""The widgets' computations in JavaScript: their own unit tests, and agreement with Python."""

import pytest
import torch

from bert_core import SPECIAL_TOKENS
from bert_core.masking import mask_tokens
from tests.helpers.javascript import WEB, call, run_node
from tests.helpers.paths import ROOT

TESTS = sorted([*WEB.rglob("*.test.js"), *(ROOT / "tests/widgets").rglob("*.test.js")])


@pytest.mark.parametrize("path", TESTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_javascript_unit_tests(path):
    done = run_node(str(path))  # `--test` would start a second process for it
    assert done.returncode == 0, done.stdout + done.stderr


def test_as_many_tokens_are_chosen_as_by_mask_tokens():
    expected, calls = [], []
    for length in range(3, 64):
        ids = torch.tensor([[2, *range(5, 3 + length), 3]])
        drawn = mask_tokens(ids, 99, generator=torch.Generator())
        expected.append(int(drawn.weights.sum()))
        tokens = ["<cls>", *(f"w{i}" for i in range(length - 2)), "<sep>"]
        calls.append(["numChosen", {"tokens": tokens, "specials": SPECIAL_TOKENS}])
    assert call("masking/draw.ts", *calls) == expected
