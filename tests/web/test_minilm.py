"""web/minilm: a pass of the released BERT, plain or filling gaps, beside PyTorch's with the packed
weights."""

import base64
import json
import random

import torch

from tests.helpers.close import tolerance
from tests.helpers.javascript import TESTING, run_node
from tests.helpers.released_bert import gap_filler, page_bert
from tools import kernels

FILLED = (3, 24, 31)  # of these lengths also with the adapter that fills gaps
LENGTHS = (1, 2, 3, 5, 8, 13, 24, 31, 64, 127, 128)


def inputs():
    """Any ids of any length, the later ones with a second segment."""
    rng, words = random.Random(5), page_bert().config.vocab_size
    for length in LENGTHS:
        second = length if length < 8 else rng.randint(1, length)
        given = (
            [rng.randrange(words) for _ in range(length)],
            [int(t >= second) for t in range(length)],
        )
        yield from ((*given, filling) for filling in (False, True)[: 1 + (length in FILLED)])


@torch.no_grad()
def expected(ids, segments, filling):
    """States, weights, and of a gap filler the last place's logits."""
    model = gap_filler()[1] if filling else page_bert()
    states, weights = model.encoder.trace(torch.tensor([ids]), torch.tensor([segments]))
    filled = [model.mlm.decode(states[-1][0, -1])] * filling
    return torch.stack(states), torch.stack(weights), *filled


def test_states_and_attention_are_pytorchs(tmp_path):
    path = tmp_path / "small"
    path.write_bytes(gap_filler()[0])
    examples = list(inputs())
    request = {"path": str(path), "kernels": str(kernels.BINARY), "inputs": examples}
    done = run_node(str(TESTING / "minilm_in_node.js"), stdin=json.dumps(request))
    assert done.returncode == 0, done.stderr
    given = torch.frombuffer(bytearray(base64.b64decode(done.stdout)), dtype=torch.float32)
    worst = 0.0
    for one in examples:
        for theirs in expected(*one):
            ours, given = given[: theirs.numel()], given[theirs.numel() :]
            worst = max(worst, (ours.view_as(theirs) - theirs).abs().max().item())
    assert not given.numel()
    assert worst < tolerance(measured=6.2e-6)
