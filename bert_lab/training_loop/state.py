"""Training states: everything that an interrupted run needs to resume exactly.

Accelerate has `save_state` and `skip_first_batches`. Its states pickle optimiser and generators,
are written in place, the older one goes before the newer is whole, and none says whose it is; its
skipping draws every batch again. Here order, masks and rates follow from the step, so that a
state is numbers alone, and one that is not whole or of another run is refused.
"""

import errno
import json
import os
import time
import warnings
from collections.abc import Iterable
from glob import glob
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from bert_lab.checkpoint import open_weights
from bert_lab.training_loop.identity import RunIdentity

NUM_KEPT = 2  # the newest, and the one before in case the newest turns out to be broken


class _State(NamedTuple):
    step: int
    seconds: float
    run: dict[str, Any]
    tensors: dict[str, Tensor]


class Checkpoints:
    """The training states of one run: `step-<steps done>.safetensors` in `folder`.

    A state holds the weights and the optimiser's moments, and in its header the number of steps
    done, the seconds that they took, and as JSON the facts of its `RunIdentity`. Nothing in it is
    code.

    Args:
        folder: made if missing; on several machines one that all of them see.
        every: steps from one state to the next.

    `seconds`: since `start`, at first since this was made, and those of the state that the run
    went on from.
    """

    def __init__(self, folder: str | os.PathLike, every: int = 1_000):
        if every < 1:
            raise ValueError(f"every: expected at least 1 step, got {every}")
        self.folder, self.every = Path(folder), every
        self._before = 0.0
        self.start()

    def start(self) -> None:
        """Start counting seconds."""
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        return self._before + time.perf_counter() - self._start

    def save(
        self, step: int, model: nn.Module, optimizer: torch.optim.Optimizer, run: RunIdentity
    ) -> None:
        """Write the state atomically; keep the last two, remove older ones.

        Raises OSError if the disk is full; the states that were there stay.
        """
        from safetensors import SafetensorError
        from safetensors.torch import save_file

        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"step-{step:09d}.safetensors"
        part = path.with_suffix(".part")
        fields = {"step": step, "seconds": self.seconds, "run": run.facts()}
        header = {name: json.dumps(value, allow_nan=False) for name, value in fields.items()}
        try:
            save_file(_tensors(model, optimizer), part, header)
        except SafetensorError as error:  # it has no other word for the system's errors
            part.unlink(missing_ok=True)
            full = "No space left" in str(error)
            number = errno.ENOSPC if full else errno.EIO
            raise OSError(number, os.strerror(number), str(path)) from error
        part.replace(path)
        for old in self._paths()[:-NUM_KEPT]:
            old.unlink()

    def newest(self, run: RunIdentity) -> tuple[int, dict[str, Tensor]]:
        """Steps done and tensors of the newest undamaged state; (0, {}) if there is none.

        A broken one is named in a warning if an older one serves. Raises ValueError if all are
        broken, or the newest whole one is another run's: its states would go, were more written.
        """
        broken = []
        for path in reversed(self._paths()):
            try:
                state = _read(path)
            except ValueError as error:
                broken.append(str(error))
                continue
            if odd := run.differences(state.run):
                raise ValueError(
                    f"{path}: expected a state of this run, got one with {odd}; give another "
                    f"folder, or remove {self.folder} to start anew"
                )
            for words in broken:
                warnings.warn(f"{words}; going on from {path.name}", stacklevel=2)
            self._before = state.seconds
            return state.step, state.tensors
        if broken:
            raise ValueError(f"{broken[0]}; remove {self.folder} to start anew")
        return 0, {}

    def _paths(self) -> list[Path]:
        return sorted(
            self.folder / name for name in glob("step-*.safetensors", root_dir=self.folder)
        )


def restore(model: nn.Module, optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    """Load a state's tensors in place; if one doesn't fit, change nothing."""
    parameters = dict(model.named_parameters())
    for key, tensor in tensors.items():
        kind, name = key.split("/")
        parameter = parameters[name]
        if kind == "weight":
            parameter.data.copy_(tensor)
        else:
            optimizer.state[parameter][kind] = tensor.to(parameter.device)


def check_half(tensors: Iterable[Tensor]) -> None:
    """Raise FloatingPointError for weights too large for half precision, as they are stored."""
    most = torch.finfo(torch.float16).max
    largest = float(torch.stack([x.detach().abs().amax().float() for x in tensors]).amax())
    if not largest <= most:
        raise FloatingPointError(
            f"weights: expected at most {most:g}, as half precision holds, got {largest:g}; begin "
            "anew with a lower learning rate, in another folder"
        )


def _tensors(model, optimizer):
    tensors = {}
    for name, parameter in model.named_parameters():
        if not parameter.requires_grad:
            continue  # as it was at the start, of which the run's identity is made
        tensors[f"weight/{name}"] = parameter.detach()
        for kind, value in optimizer.state.get(parameter, {}).items():
            tensors[f"{kind}/{name}"] = value
    return {key: tensor.cpu().contiguous() for key, tensor in tensors.items()}


def _read(path):
    try:
        with open_weights(path) as file:
            header = {name: json.loads(text) for name, text in (file.metadata() or {}).items()}
            tensors = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
            return _State(**header, tensors=tensors)
    except (OSError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: expected a whole training state, got {error!r}") from error
