"""The training step in WebAssembly: PyTorch's gradients, losses and updates, for every switch."""

import torch

from bert_core import BERTModel
from tests.helpers.close import depth, near, tolerance
from tests.helpers.page_trainer_cases import (
    case,
    config_of,
    in_node,
    in_torch,
    pairs_of,
    questions,
    worst,
)

SWITCHES = {
    "the book's": {},
    "one block": {"num_blks": 1},
    "three blocks": {"num_blks": 3},
    "narrow": {"num_hiddens": 8, "ffn_num_hiddens": 8, "num_heads": 1},
    "wide": {"num_hiddens": 96, "ffn_num_hiddens": 264, "num_heads": 4},
    "many words": {"vocab_size": 1021},
    "always <mask>": {"mask_share": 1.0, "random_share": 0.0, "keep_share": 0.0},
    "every word": {"rate": 1.0},
    "one word": {"rate": 0.01},
}
ROUNDING = tolerance(roundings=3 * depth(2, 16), scale=1)  # no gradient is larger
MASKING = ("rate", "mask_share", "random_share", "keep_share")


def prepare(changes, seed=0, num_batches=1):
    """A model and its batches."""
    changes = dict(changes)
    masking = {name: changes.pop(name) for name in MASKING if name in changes}
    config = config_of(**changes)
    generator = torch.Generator().manual_seed(seed)
    model = BERTModel.from_config(config, generator=generator)
    data = [pairs_of(7, config.vocab_size, seed + i) for i in range(num_batches)]
    return model, [(d, questions(d, config, generator, **masking)) for d in data]


def test_gradients_are_pytorchs_for_every_switch():
    prepared = [prepare(changes, seed) for seed, changes in enumerate(SWITCHES.values())]
    given = in_node([case(model, batches) for model, batches in prepared])
    for name, (model, batches), found in zip(SWITCHES, prepared, given, strict=True):
        scores, gradients = in_torch(model, batches, [0.01])
        assert worst(gradients, found["gradients"]) < ROUNDING, name
        assert found["scores"][0] == near(scores[0], roundings=depth(2, 16)), name


def test_two_hundred_steps_are_pytorchs_loss_for_loss():
    model, batches = prepare({}, num_batches=4)
    batches *= 50  # the same ones again and again: there is something to learn by heart
    rates = [0.01 * min((step + 1) / 20, (200 - step) / 180) for step in range(200)]
    (found,) = in_node([case(model, batches, rates)])
    scores, _ = in_torch(model, batches, rates)
    for step, (ours, theirs) in enumerate(zip(found["scores"], scores, strict=True)):
        assert ours == near(theirs, measured=4e-5), step
    assert scores[-1]["mlm_loss"] < scores[0]["mlm_loss"] / 10
    # A bias of all keys changes no softmax: its gradient is rounding errors, which Adam scales up.
    weights = {n: p.detach() for n, p in model.named_parameters() if not n.endswith("W_k.bias")}
    found = {name: found["weights"][name] for name in weights}
    assert worst(weights, found) < tolerance(measured=2.5e-5)
