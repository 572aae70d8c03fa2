"""Earlier states of a training: small files, near enough to see what was learned when (chapter 7).

A state is a safetensors file: a matrix as int8 with a scale for each row (`NAME.scale`), the rest
in float16, the number of updates in its metadata. `unpackState` in `bert_alive.pass.js` reads it.
"""

from pathlib import Path

import torch
from torch import Tensor

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.own import MINI_BERT, write_atomically

STATES = MINI_BERT / "states"
_TIED = "mlm.decoder.weight"  # the token embedding's storage
_SCALE = ".scale"


def kept_steps(folder: Path = STATES) -> list[int]:
    """After how many updates a state is kept, in order."""
    return sorted(int(path.stem) for path in folder.glob("*.safetensors"))


def state_file(step: int, folder: Path = STATES) -> Path:
    """The file of the state after `step` updates."""
    return folder / f"{step}.safetensors"


def save_state(model: BERTModel, step: int, folder: Path) -> None:
    """Write the model as it is after `step` updates; `folder` is made if missing."""
    from safetensors.torch import save

    tensors = {}
    for name, weight in model.state_dict().items():
        if name == _TIED and model.config.tied_decoder:
            continue
        if weight.dim() == 2:
            tensors[name], tensors[name + _SCALE] = quantise(weight)
        else:
            tensors[name] = weight.half()
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(state_file(step, folder), save(tensors, {"step": str(step)}))


def load_state(config: BERTConfig, step: int, folder: Path = STATES) -> BERTModel:
    """The model as it was after `step` updates, in evaluation mode.

    Weights differ from those of the run by half a step of their scale, 0.4 % of the largest in
    their row. Raises FileNotFoundError if that state is not kept.
    """
    from safetensors.torch import load_file

    path = state_file(step, folder)
    if not path.is_file():
        raise FileNotFoundError(f"expected one of the steps {kept_steps(folder)}, got {step}")
    stored = load_file(path)
    weights = {name: w.float() for name, w in stored.items() if not name.endswith(_SCALE)}
    for name in weights:
        if name + _SCALE in stored:
            weights[name] = weights[name] * stored[name + _SCALE].float()[:, None]
    if config.tied_decoder:
        weights[_TIED] = weights["encoder.token_embedding.weight"]
    with torch.random.fork_rng(devices=[]):  # the weights drawn here are overwritten
        model = BERTModel.from_config(config)
    model.load_state_dict(weights)
    return model.eval()


def quantise(weight: Tensor) -> tuple[Tensor, Tensor]:
    """A matrix (R, C) as int8 from -127 to 127, and the scale (R,) of each row, float16."""
    scale = (weight.abs().amax(dim=1) / 127).half().clamp(min=2**-14)  # no smaller ones: gaps
    return (weight / scale.float()[:, None]).round().clamp(-127, 127).to(torch.int8), scale
