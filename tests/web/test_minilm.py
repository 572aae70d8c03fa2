"""web/minilm: a pass of the released BERT, whole, cut or filling gaps, beside PyTorch's with the
packed weights."""

import base64
import json
import random

import torch

from tests.helpers.close import tolerance
from tests.helpers.javascript import TESTING, run_node
from tests.helpers.released_bert import gap_filler, page_bert
from tools import kernels

CUTS = [[-1, -1, -1, 2], [1, 5, -1, -1], [3, -1, 4, 4]]  # a token, a head, one ribbon of all heads
FILLED = (3, 24, 31)  # of these lengths also with the adapter that fills gaps
LENGTHS = (1, 2, 3, 5, 8, 13, 24, 31, 64, 127, 128)


def inputs():
    """Any ids of any length, the later ones with a second segment, every other one cut."""
    rng, words = random.Random(5), page_bert().config.vocab_size
    for length in LENGTHS:
        second = length if length < 8 else rng.randint(1, length)
        given = (
            [rng.randrange(words) for _ in range(length)],
            [int(t >= second) for t in range(length)],
            [one for one in CUTS if max(one[2:]) < length] if length % 2 else [],
        )
        yield from ((*given, filling) for filling in (False, True)[: 1 + (length in FILLED)])


@torch.no_grad()
def expected(ids, segments, cuts, filling):
    """States, weights, rows of the token table, and of a gap filler the last place's logits."""
    model = gap_filler()[1] if filling else page_bert()
    encoder = model.encoder
    tokens, T = torch.tensor([ids]), len(ids)
    states, weights = [encoder.embed(tokens, torch.tensor([segments]))], []
    for b, blk in enumerate(encoder.blks):
        mask = torch.ones(1, model.config.num_heads, T, T, dtype=torch.bool)
        for block, *entry in cuts:
            if block in (-1, b):
                mask[0, *(slice(None) if place < 0 else place for place in entry)] = False
        weights.append(blk.attention.weights(states[-1], mask))
        states.append(blk(states[-1], mask))
    filled = [model.mlm.decode(states[-1][0, -1])] * filling
    kept = torch.stack(states), torch.stack(weights)
    return *kept, encoder.token_embedding(tokens), *filled


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
