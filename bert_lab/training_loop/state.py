"""The training state: what an interrupted run needs to go on.

Accelerate's `save_state` pickles optimiser and generators. Here order, masks and rates follow from
the step, so a state is numbers alone, and one of another run is refused.
"""

import json
import os
import time
from collections.abc import Iterable
from pathlib import Path

import torch
from torch import Tensor, nn

from bert_lab.checkpoint import open_weights, write_atomically
from bert_lab.training_loop.identity import Facts, differences

STATE = "state.safetensors"


class Checkpoints:
    """The training state of one run: `state.safetensors` in `folder`, replaced by each newer one.

    It holds the weights and the optimiser's moments, and in its header the number of steps done,
    the seconds that they took, and as JSON the run's `identify`. Nothing in it is code.

    Args:
        folder: made if missing.
        every: steps from one state to the next.
        minutes: the longest time from one state to the next.

    `seconds`: since this was made, and those of the state that the run went on from.
    """

    def __init__(self, folder: str | os.PathLike, every: int = 1_000, minutes: float = 5):
        if every < 1:
            raise ValueError(f"every: expected at least 1 step, got {every}")
        self.path, self.every, self.minutes = Path(folder) / STATE, every, minutes
        self._before, self._start = 0.0, time.perf_counter()
        self._saved = self._start

    @property
    def seconds(self) -> float:
        return self._before + time.perf_counter() - self._start

    def due(self, done: int) -> bool:
        """Whether it is time for a state after so many steps."""
        late = time.perf_counter() - self._saved > 60 * self.minutes
        return late or done % self.every == 0

    def where(self) -> str:
        """Where the same run goes on, for a reader."""
        if not self.path.is_file():
            return "from its first step"
        with open_weights(self.path) as file:
            return f"after step {(file.metadata() or {}).get('step')}"

    def save(
        self, done: int, model: nn.Module, optimizer: torch.optim.Optimizer, run: Facts
    ) -> None:
        """Write the state after so many steps; readers see the old one or this, whole."""
        from safetensors.torch import save

        fields = {"step": done, "seconds": self.seconds, "run": run}
        header = {name: json.dumps(value, allow_nan=False) for name, value in fields.items()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, save(_tensors(model, optimizer), header))
        self._saved = time.perf_counter()

    def newest(self, run: Facts) -> tuple[int, dict[str, Tensor]]:
        """Steps done and tensors of the state; (0, {}) if there is none.

        Raises ValueError for a damaged state or another run's.
        """
        if not self.path.is_file():
            return 0, {}
        anew = f"remove {self.path.parent} to start anew"
        try:
            with open_weights(self.path) as file:
                header = {name: json.loads(text) for name, text in (file.metadata() or {}).items()}
                tensors = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
            done, self._before, found = header["step"], header["seconds"], header["run"]
        except (OSError, KeyError, ValueError) as error:
            raise ValueError(
                f"{self.path}: expected a whole training state, got {error!r}; {anew}"
            ) from error
        if odd := differences(run, found):
            raise ValueError(
                f"{self.path}: expected a state of this run, got one with {odd}; give another "
                f"folder, or {anew}"
            )
        return done, tensors


def restore(model: nn.Module, optimizer: torch.optim.Optimizer, tensors: dict[str, Tensor]) -> None:
    """Load a state's tensors in place."""
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
