"""web/real: one pass of the released BERT, beside PyTorch's with the same packed weights."""

import base64
import json
import random

import pytest
import torch

from tests.helpers.javascript import TESTING, run_node
from tests.helpers.released_bert import farthest, packed_bert, page_bert, traced
from tools import kernels

LENGTHS = (1, 2, 3, 5, 8, 13, 24, 31, 64, 127, 128)


def inputs():
    """Any ids of any length, the later ones with a second segment."""
    rng, words = random.Random(5), page_bert().config.vocab_size
    for length in LENGTHS:
        second = length if length < 8 else rng.randint(1, length)
        yield (
            [rng.randrange(words) for _ in range(length)],
            [int(t >= second) for t in range(length)],
        )


@pytest.mark.parametrize("arithmetic", ["WebAssembly", "plain JavaScript"])
def test_states_and_attention_are_pytorchs(arithmetic, tmp_path):
    path = tmp_path / "small"
    path.write_bytes(packed_bert())
    asked = list(inputs())
    wasm = str(kernels.ALL[1].binary) if arithmetic == "WebAssembly" else None
    told = {"path": str(path), "kernels": wasm, "inputs": asked}
    done = run_node(str(TESTING / "real_in_node.js"), stdin=json.dumps(told))
    assert done.returncode == 0, done.stderr
    given = torch.frombuffer(bytearray(base64.b64decode(done.stdout)), dtype=torch.float32)
    worst = [0.0, 0.0]
    for ids, segments in asked:
        for i, theirs in enumerate(traced(page_bert(), ids, segments)):
            expected = torch.stack(theirs)
            ours, given = given[: expected.numel()], given[expected.numel() :]
            worst[i] = max(worst[i], farthest((ours.view_as(expected),), (expected,)))
    assert not given.numel()
    assert max(worst) < 1e-4
