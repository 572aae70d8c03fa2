"""Weights at earlier training steps, and of a twin of the mini-BERT, quantised to small files.

See `ch-pretraining`; the twin has learned with any share of the words hidden (`ch-after`).

A state is a safetensors file: a matrix as int8 with a scale for each row (`NAME.scale`), the rest
in float16, the number of updates in its metadata. `unpackState` in `web/bert/packed.ts` reads it.
"""

from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.files import write_atomically
from bert_lab.checkpoint.native import MINI_BERT, load_mini_bert
from bert_lab.checkpoint.weights import TIED, as_numbers, assemble, open_weights

if TYPE_CHECKING:
    from tokenizers import Tokenizer

STATES = MINI_BERT / "states"
ANY_SHARE = MINI_BERT.parent / "any-share"
SCALE = ".scale"


def kept_steps(folder: Path = STATES) -> list[int]:
    """The steps of the stored snapshots, ascending; macOS's hidden companions are skipped."""
    return sorted(int(Path(name).stem) for name in glob("*.safetensors", root_dir=folder))


def state_file(step: int, folder: Path = STATES) -> Path:
    """The file of the snapshot at `step`."""
    return folder / f"{step}.safetensors"


def save_state(model: BERTModel, step: int, folder: Path) -> None:
    """Write the model's weights at `step`; `folder` is created if missing."""
    from safetensors.torch import save

    tensors = {}
    for name, weight in model.state_dict().items():
        if name == TIED and model.config.tied_decoder:
            continue
        if weight.dim() == 2:
            tensors[name], tensors[name + SCALE] = quantise(weight)
        else:
            tensors[name] = weight.half()
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(state_file(step, folder), save(tensors, {"step": str(step)}))


def load_state(config: BERTConfig, step: int, folder: Path = STATES) -> BERTModel:
    """The model as it was at `step`, in evaluation mode.

    Weights differ from those of the run by half a step of their scale, 0.4 % of the largest in
    their row. Raises FileNotFoundError if that state is not kept, ValueError for a damaged file.
    """
    path = state_file(step, folder)
    if not path.is_file():
        raise FileNotFoundError(f"expected one of the steps {kept_steps(folder)}, got {step}")
    with open_weights(path) as file:
        stored = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        scales = {name for name in stored if name.endswith(SCALE)}
        weights = {name: read(stored, name) for name in stored.keys() - scales}
        return assemble(config, weights)


def any_share_file() -> Path:
    """The file of the mini-BERT's twin; it has that one's words and sizes."""
    (step,) = kept_steps(ANY_SHARE)
    return state_file(step, ANY_SHARE)


def load_any_share() -> "tuple[BERTModel, Tokenizer]":
    """The mini-BERT's twin that can write, for which any share of the words was hidden, with its
    tokenizer.

    `python -m bert_lab.pretraining --corpus mini-world --masking uniform --num_train_steps 8000`
    made it. Returns float32, in evaluation mode. See `ch-after`.
    """
    mini, tokenizer = load_mini_bert()
    return load_state(mini.config, int(any_share_file().stem), ANY_SHARE), tokenizer


def read(stored: dict[str, Tensor], name: str) -> Tensor:
    """A dequantised tensor of a snapshot."""
    tensor, scale = stored[name], stored.get(name + SCALE)
    if tensor.is_floating_point():
        return as_numbers(name, tensor.float())
    if scale is None or scale.shape != tensor.shape[:-1]:
        raise ValueError(f"{name}: expected a scale for each of its rows")
    return as_numbers(name, tensor.float() * scale.float()[..., None])


def quantise(weight: Tensor, share: float = 0.0) -> tuple[Tensor, Tensor]:
    """A matrix (..., R, C) as int8 from -127 to 127, and the scale (..., R) of each row, float16.

    A row's scale is as small as its largest number allows or, if that is more, `share` times its
    root mean square: then most numbers are small, and Huffman's code makes them short.
    """
    root_mean_square = weight.double().square().mean(dim=-1).sqrt()
    scale = (weight.abs().amax(dim=-1) / 127).maximum(share * root_mean_square.float())
    scale = scale.half().clamp(min=2**-14)  # no smaller ones: gaps
    return (weight / scale.float()[..., None]).round().clamp(-127, 127).to(torch.int8), scale
