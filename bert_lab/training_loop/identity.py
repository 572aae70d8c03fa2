"""The identity of a run, computed once for every training."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

import torch
from torch import nn

from bert_lab.checkpoint.digests import DIGITS, digest_tensors
from bert_lab.training_loop.batches import Rows
from bert_lab.training_loop.options import TrainingOptions

SAMPLE, CHUNK = 2**17, 4_096  # rows that stand for all, and of those in memory at a time
_IN_WORDS = {
    "data": "other data",
    "seed": "another seed",
    "start": "other starting weights",
}


@dataclass(frozen=True)
class RunIdentity:
    """Everything that determines a run's result; states and records of other runs are refused.

    Args:
        options: of the training.
        seed: of order, masks and dropout.
        data: the `fingerprint` of what is read.
        start: the `digest_tensors` of the weights that it starts from, pretrained or not.
        choices: by name what else there is to choose, such as a task, a pooling, what is frozen.
    """

    options: dict[str, Any]
    seed: int
    data: str
    start: str
    choices: dict[str, Any]

    @classmethod
    def compute(
        cls,
        model: nn.Module,
        data: Rows,
        options: TrainingOptions,
        seed: int,
        choices: dict[str, Any],
    ) -> "RunIdentity":
        """The identity of a run about to start, with `model` as it is now."""
        values = options.arguments() | {"num_warmup_steps": options.warmup_steps}
        start = digest_tensors(model.named_parameters())
        return cls(values, seed, fingerprint(data), start, choices)

    def facts(self) -> dict[str, Any]:
        """The identity as a flat table of JSON values, as a training state stores it."""
        facts = asdict(self)
        table = {**facts.pop("options"), **facts.pop("choices"), **facts}
        return json.loads(json.dumps(table, sort_keys=True, allow_nan=False))  # lists for tuples

    def digest(self) -> str:
        """A short string that a finished run's record keeps."""
        return digest(self.facts())

    def differences(self, found: dict[str, Any]) -> str:
        """How another run's `facts` differ from this one's, in words; "" if they don't."""
        facts = self.facts()
        return ", ".join(
            _IN_WORDS.get(name) or f"{name} {found.get(name)!r} (expected {facts.get(name)!r})"
            for name in sorted(facts.keys() | found.keys())
            if found.get(name) != facts.get(name)
        )


def digest(value: Any) -> str:
    """Digest of JSON data: equal for equal data, and practically only then."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, allow_nan=False).encode()).hexdigest()[
        :DIGITS
    ]


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
