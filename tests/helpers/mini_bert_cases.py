"""Inputs for the JavaScript model and PyTorch's outputs, for Node and the browser."""

import base64
from types import SimpleNamespace

import torch

from bert_core import get_tokens_and_segments
from bert_core.inputs import PAD
from bert_lab.world.mini_world import mini_world

ODD = [
    ("", None, 0),
    ("", "", 3),
    ("  The\tCRANE\u00a0took\u0085the letter ", None, 1),
    ("the crane. the crane!", "a girl's bank", 0),
    ("colourless green ideas sleep furiously", None, 0),
    ("<mask> <mask> <mask>", "<mask> bank <unk>", 2),
    ("the<mask>bank <MASK> <Mask>", None, 0),
    ("<img src=x onerror=alert(1)> </script>", "& \" ' `", 0),
    ("🦜 شكرا שלום İΑΣ ﬁ \ufeffbank \u200bbank", None, 5),
    ("bank " * 62, None, 0),
    ("the crane " * 15, "the plant " * 15, 0),
]


def cases(num=100):
    """`num` inputs as (text, second text or None, number of <pad> after it)."""
    sentences = [sentence for story in mini_world(400, seed=3).test for sentence in story]
    found = list(ODD)
    for i in range(num - len(ODD)):
        first, second = sentences[2 * i : 2 * i + 2]
        words = first.split()
        words[i % len(words)] = "<mask>"
        found.append((" ".join(words), second if i % 2 else None, i % 4))
    return found


@torch.no_grad()
def answers(model, tokenizer, case):
    """ids, mlm_Y_hat (T, V), nsp_Y_hat (2,), hidden states and attention weights of one input."""
    *texts, pad = case
    words = [
        t if t is None else tokenizer.encode(t, add_special_tokens=False).tokens for t in texts
    ]
    tokens, segments = get_tokens_and_segments(*words)
    ids = torch.tensor([[tokenizer.token_to_id(token) for token in tokens] + [PAD] * pad])
    arguments = ids, torch.tensor([segments + [0] * pad]), torch.tensor([len(tokens)])
    positions = torch.arange(ids.shape[1])[None]
    encoded_X, mlm_Y_hat, nsp_Y_hat = model(*arguments, positions)
    states, weights = model.encoder.trace(*arguments)
    everything = [ids.float(), encoded_X, mlm_Y_hat, nsp_Y_hat, *states, *weights]
    return SimpleNamespace(all=[x[0] for x in everything], blocks=len(weights))


def compare(model, tokenizer, samples, encoded):
    """Largest deviation of {"logits", "attention", "states"}; the ids have to be the same."""
    given = torch.frombuffer(bytearray(base64.b64decode(encoded)), dtype=torch.float32)
    worst = {"logits": 0.0, "attention": 0.0, "states": 0.0}
    for case in samples:
        expected = answers(model, tokenizer, case)
        sizes = [x.numel() for x in expected.all]
        mine, given = given[: sum(sizes)].split(sizes), given[sum(sizes) :]
        ids, encoded_X, mlm, nsp, *rest = (
            (ours.view_as(theirs) - theirs).abs().max().item()
            for ours, theirs in zip(mine, expected.all, strict=True)
        )
        assert ids == 0, case
        found = {
            "logits": max(mlm, nsp),
            "attention": max(rest[-expected.blocks :]),
            "states": max(encoded_X, *rest[: -expected.blocks]),
        }
        worst = {name: max(value, found[name]) for name, value in worst.items()}
    assert not given.numel()
    return worst
