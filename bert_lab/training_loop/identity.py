"""What a run is: everything that decides its result, as a flat table."""

import hashlib
import json
from typing import Any

import torch
from torch import nn

from bert_lab.checkpoint.digests import DIGITS, digest_tensors
from bert_lab.training_loop.batches import Rows
from bert_lab.training_loop.options import TrainingOptions

Facts = dict[str, Any]
SAMPLE, CHUNK = 2**17, 4_096  # rows that stand for all, and of those in memory at a time
_IN_WORDS = {"data": "other data", "seed": "another seed", "start": "other starting weights"}


def identify(
    model: nn.Module, data: Rows, options: TrainingOptions, seed: int, choices: Facts
) -> Facts:
    """The facts of a run about to start, with `model` as it is now; JSON keeps them as they are.

    States and results of a run with other facts are refused. `choices` names what else there is to
    choose, such as a task, a pooling, what is frozen.
    """
    facts = {
        **choices,
        **options.arguments(),
        "num_warmup_steps": options.warmup_steps,
        "seed": seed,
        "data": fingerprint(data),
        "start": digest_tensors(model.named_parameters()),
    }
    return json.loads(json.dumps(facts, sort_keys=True, allow_nan=False))  # lists for tuples


def differences(facts: Facts, found: Facts) -> str:
    """How another run's facts differ from this one's, in words; "" if they don't."""
    return ", ".join(
        _IN_WORDS.get(name) or f"{name} {found.get(name)!r} (expected {facts.get(name)!r})"
        for name in sorted(facts.keys() | found.keys())
        if found.get(name) != facts.get(name)
    )


def digest(value: Any) -> str:
    """Digest of JSON data: equal for equal data, and practically only then."""
    text = json.dumps(value, sort_keys=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def fingerprint(data: Rows) -> str:
    """Fingerprint of rows in their order: equal for equal rows, and practically only then.

    Of a very long corpus only `SAMPLE` evenly spaced rows are read, from the first to the last.
    """
    num = min(len(data), SAMPLE)
    rows = torch.arange(num) * (len(data) - 1) // max(1, num - 1)
    found = hashlib.sha256(f"{len(data)}".encode())
    for part in rows.split(CHUNK):
        for tensor in filter(torch.is_tensor, vars(data.select(part)).values()):
            found.update(f"{tuple(tensor.shape)}".encode())
            found.update(tensor.cpu().contiguous().numpy().tobytes())
    return found.hexdigest()[:DIGITS]
