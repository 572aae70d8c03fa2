"""Training states: all that an interrupted run needs to go on as if nothing had happened.

Accelerate has `save_state` and `skip_first_batches`. Its states pickle optimiser and generators,
are written in place, the older one goes before the newer is whole, and none says whose it is; its
skipping draws every batch again. Here order, masks and rates follow from the step, so that a
state is numbers alone, and one that is not whole or of another run is refused.
"""

import errno
import hashlib
import json
import os
import warnings
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from bert_lab.checkpoint import open_weights
from bert_lab.training.batches import Rows

SAMPLE = 4_096  # rows that stand for all
KEPT = 2  # the newest, and the one before in case the newest turns out to be broken


class Checkpoints:
    """The training states of one run: `step-<steps done>.safetensors` in `folder`.

    A state holds the weights and the optimiser's moments, and in its header as JSON the number of
    steps done and `run`, what makes the run this one and no other. Nothing in it is code.

    Args:
        folder: made if missing; on several machines one that all of them see.
        every: steps from one state to the next.
    """

    def __init__(self, folder: str | os.PathLike, every: int = 1_000):
        if every < 1:
            raise ValueError(f"every: expected at least 1 step, got {every}")
        self.folder, self.every = Path(folder), every

    def save(
        self, step: int, model: nn.Module, optimizer: torch.optim.Optimizer, run: dict[str, Any]
    ) -> None:
        """Write the state beside its place, then rename; older ones than the last two go.

        Raises OSError if the disk is full; the states that were there stay.
        """
        from safetensors import SafetensorError
        from safetensors.torch import save_file

        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"step-{step:09d}.safetensors"
        part = path.with_suffix(".part")
        try:
            save_file(_tensors(model, optimizer), part, {"step": str(step), "run": json.dumps(run)})
        except SafetensorError as error:  # it has no other word for the system's errors
            part.unlink(missing_ok=True)
            full = "No space left" in str(error)
            number = errno.ENOSPC if full else errno.EIO
            raise OSError(number, os.strerror(number), str(path)) from error
        part.replace(path)
        for old in self._paths()[:-KEPT]:
            old.unlink()

    def newest(self, run: dict[str, Any]) -> tuple[int, dict[str, Tensor]]:
        """Steps done and tensors of the newest state that is whole and this run's.

        (0, {}) where there is none at all. A refused one is named in a warning if an older one
        serves; ValueError if all are refused.
        """
        refusals = []
        for path in reversed(self._paths()):
            try:
                found = _read(path, run)
            except ValueError as error:
                refusals.append(str(error))
                continue
            for refusal in refusals:
                warnings.warn(f"{refusal}; going on from {path.name}", stacklevel=2)
            return found
        if refusals:
            raise ValueError(
                "\n".join(
                    [*refusals, f"no state to go on from: remove {self.folder} to start anew"]
                )
            )
        return 0, {}

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("step-*.safetensors"))


def restore(model: nn.Module, optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    """Put the tensors of a state back in place; none of them, and nothing changes."""
    parameters = dict(model.named_parameters())
    for key, tensor in tensors.items():
        kind, name = key.split("/")
        parameter = parameters[name]
        if kind == "weight":
            parameter.data.copy_(tensor)
        else:
            optimizer.state[parameter][kind] = tensor.to(parameter.device)


def fingerprint(data: Rows) -> str:
    """The same for the same rows in the same order, and practically never for others.

    Of a long corpus only `SAMPLE` evenly spaced rows are read, from the first to the last.
    """
    num = min(len(data), SAMPLE)
    sample = data.select(torch.arange(num) * (len(data) - 1) // max(1, num - 1))
    digest = hashlib.sha256(f"{len(data)}".encode())
    for tensor in filter(torch.is_tensor, vars(sample).values()):
        digest.update(f"{tuple(tensor.shape)}".encode())
        digest.update(tensor.cpu().contiguous().numpy().tobytes())
    return digest.hexdigest()


def _tensors(model, optimizer):
    tensors = {}
    for name, parameter in model.named_parameters():
        tensors[f"weight/{name}"] = parameter.detach()
        for kind, value in optimizer.state.get(parameter, {}).items():
            tensors[f"{kind}/{name}"] = value
    return {key: tensor.cpu().contiguous() for key, tensor in tensors.items()}


def _read(path, run):
    try:
        with open_weights(path) as file:
            header = file.metadata() or {}
            step, found = int(header["step"]), json.loads(header["run"])
            tensors = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
    except (OSError, KeyError, ValueError) as error:
        raise ValueError(f"{path}: expected a whole training state, got {error!r}") from error
    differences = [
        f"{name} {found.get(name)!r} (expected {run.get(name)!r})"
        for name in sorted(run.keys() | found.keys())
        if found.get(name) != run.get(name)
    ]
    if differences:
        raise ValueError(f"{path}: expected a state of this run, got {', '.join(differences)}")
    return step, tensors
