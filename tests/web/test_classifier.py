"""web/classifier: the last blocks learn as PyTorch's do, from the same packed weights."""

import base64
import copy
import json
import random

import pytest
import torch
from torch.nn import functional as F

from bert_lab.finetuning import SequenceClassifier
from tests.helpers.close import tolerance
from tests.helpers.javascript import TESTING, run_node
from tests.helpers.released_bert import packed_bert, page_bert
from tools import kernels

CLASSES = 3
RATE, DECAY, HEAD = 2e-4, 0.01, 10


def given():
    """Five texts of different lengths, their classes, and a layer on top."""
    rng = random.Random(3)
    texts = [[rng.randrange(30_000) for _ in range(length)] for length in (3, 17, 8, 1, 12)]
    D = page_bert().config.num_hiddens
    head = torch.randn(CLASSES, D, generator=torch.Generator().manual_seed(2)) / 20
    return texts, [0, 2, 1, 2, 0], head, [0.1, -0.2, 0.3]


def in_torch(blocks, texts, labels, head, bias, steps):
    """Loss, gradients and the weights after so many updates, by name."""
    encoder = copy.deepcopy(page_bert()).encoder.eval()
    first = len(encoder.blks) - blocks

    def on(X, blks):
        for blk in blks:
            X = blk(X, torch.ones(1, 12, X.shape[1], X.shape[1], dtype=torch.bool))
        return X

    output = torch.nn.Linear(head.shape[1], CLASSES)
    with torch.no_grad():
        output.weight.copy_(head)
        output.bias.copy_(torch.tensor(bias))
        rows = [torch.tensor([ids]) for ids in texts]
        starts = [encoder.embed(row, torch.zeros_like(row)) for row in rows]
        below = [on(X, encoder.blks[:first]) for X in starts]
    learned = {f"output.{name}": one for name, one in output.named_parameters()} | {
        f"encoder.blks.{first + i}.{name}": one
        for i, blk in enumerate(encoder.blks[first:])
        for name, one in blk.named_parameters()
    }
    groups = [
        {
            "params": [one],
            "lr": RATE * (HEAD if name.startswith("output.") else 1),
            "weight_decay": DECAY if one.dim() > 1 or name.startswith("output.") else 0.0,
        }
        for name, one in learned.items()
    ]
    optimiser = torch.optim.AdamW(groups)
    losses, gradients = [], {}
    for _ in range(steps):
        pooled = [on(X, encoder.blks[first:]).mean(dim=1) for X in below]
        loss = F.cross_entropy(output(torch.cat(pooled)), torch.tensor(labels))
        optimiser.zero_grad()
        loss.backward()
        losses.append(loss.item())
        gradients = gradients or {
            name: one.grad.clone() for name, one in learned.items() if one.grad is not None
        }
        torch.nn.utils.clip_grad_norm_(learned.values(), 1.0)
        optimiser.step()
    return losses[0], gradients, {name: one.detach() for name, one in learned.items()}


def test_the_last_blocks_learn_as_pytorch_s_do(tmp_path):
    path = tmp_path / "real.bin"
    path.write_bytes(packed_bert())
    blocks = 2
    texts, labels, head, bias = given()
    request = {
        "path": str(path),
        "kernels": str(kernels.BINARY),
        "blocks": blocks,
        "texts": texts,
        "labels": labels,
        "head": [head.flatten().tolist(), bias],
        "rates": [RATE] * 3,
    }
    loss, gradients, learned = in_torch(blocks, texts, labels, head, bias, 3)
    done = run_node(str(TESTING / "classifier_in_node.js"), stdin=json.dumps(request))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    floats = torch.frombuffer(bytearray(base64.b64decode(found["floats"])), dtype=torch.float32)
    assert found["loss"] == pytest.approx(loss, abs=tolerance(measured=2e-6))
    for kind, expected in (("gradients", gradients), ("weights", learned)):
        assert sorted(expected) == found["names"]
        for name in found["names"]:
            one, floats = floats[: expected[name].numel()], floats[expected[name].numel() :]
            if name.endswith("W_k.bias"):
                continue  # changes no softmax: rounding errors, which Adam scales up
            off = (one.view_as(expected[name]) - expected[name]).norm() / expected[name].norm()
            assert off < tolerance(measured=3e-6), (kind, name)
    assert not floats.numel()
    # It answers as PyTorch's does that has learned the same.
    model = SequenceClassifier(copy.deepcopy(page_bert()), CLASSES, "mean").eval()
    model.load_state_dict(learned, strict=False)
    for at, ids in enumerate(texts):
        tokens = torch.tensor([ids])
        with torch.no_grad():
            logits = model(tokens, torch.zeros_like(tokens), torch.tensor([len(ids)]))
        expected = logits[0].softmax(dim=0).tolist()
        assert found["shares"][3 * at : 3 * at + 3] == pytest.approx(expected, abs=1e-4)
