"""Reading and writing a folder in the reference layout, safely (chapter 9)."""

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.fields import from_reference_fields, to_reference_fields
from bert_lab.checkpoint.files import check_files, naming, read_fields, write_atomically
from bert_lab.checkpoint.hub import FILES, find_folder
from bert_lab.checkpoint.names import find_tensors, from_reference, tensor_names, to_reference
from bert_lab.checkpoint.weights import assemble, open_weights, parameter_shapes, read_tensor

_PICKLED = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.pkl")


def save_pretrained(model: BERTModel, folder: str | Path) -> None:
    """Write the folder that `from_pretrained` and the reference implementation read.

    Each file appears whole or not at all; `folder` is made if missing.

    Raises:
        ValueError: for a variant that the layout can't say: it is the original's, with
            `embedding_norm`, `tied_decoder`, an `init_std`, and not `causal`.

    Source and deviation: as for `from_pretrained`. Chapter 9.
    """
    from safetensors.torch import save

    said = {"architectures": ["BertForPreTraining"]} | to_reference_fields(model.config)
    state = model.state_dict()
    tensors = {
        theirs: to_reference(ours, state[ours]).float().cpu().contiguous()
        for ours, theirs in tensor_names(model.config.num_blks).items()
    }
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / "model.safetensors", save(tensors, {"format": "pt"}))
    write_atomically(folder / "config.json", (json.dumps(said, indent=1) + "\n").encode())


def from_pretrained(
    folder_or_hub_name: str | Path, *, generator: torch.Generator | None = None
) -> BERTModel:
    """An original BERT, float32 and in evaluation mode: `config.json` and `model.safetensors`.

    Args:
        folder_or_hub_name: a folder, or a name such as "google-bert/bert-base-uncased", which
            is fetched once.
        generator: draws the weights of heads that the checkpoint lacks, such as both of an
            encoder's (CPU). Without one a warning names them, since they answer at random;
            `missing_heads` tells them to a program.

    Raises:
        FileNotFoundError: if there is no such folder, or it lacks a file.
        ConnectionError: if the hub doesn't have the model or can't be reached.
        ImportError: if `safetensors`, or for a name `huggingface_hub`, is not installed.
        ValueError: for another kind of model, pickled weights (reading them would run code), a
            damaged file, or a tensor that is missing, too many, or of the wrong shape.

    Source: the layout of `transformers.BertForPreTraining`. Deviation: class 1 of the NSP head
    is "next" here, so its two rows change places. Chapter 9.
    """
    folder = find_folder(folder_or_hub_name)
    model, absent = read_reference(folder, generator)
    if generator is None:
        announce(str(folder_or_hub_name), absent)
    return model


def read_reference(
    folder: Path, generator: torch.Generator | None
) -> tuple[BERTModel, tuple[str, ...]]:
    """`from_pretrained` for a folder, and the heads that were drawn."""
    with _opened(folder) as (config, file):
        found, repeated, absent = find_tensors(list(file.keys()), config.num_blks)
        weights = _read_weights(file, config, found)
        _check_copies(file, repeated)
        return assemble(config, weights, new=absent, generator=generator), absent


def announce(name: str, absent: tuple[str, ...]) -> None:
    """Warn the caller's caller of heads that were drawn, if there are any."""
    if absent:
        warnings.warn(
            f"{name} has no {', '.join(absent)}: drawn at random, to be trained", stacklevel=3
        )


def absent_parts(folder: Path) -> tuple[str, ...]:
    """The parts that a checkpoint lacks: of "hidden", "mlm", "nsp"."""
    with _opened(folder) as (config, file):
        return find_tensors(list(file.keys()), config.num_blks)[2]


@contextmanager
def _opened(folder: Path) -> Iterator[tuple[BERTConfig, Any]]:
    """What model the checkpoint describes, and its file of weights."""
    _refuse_pickles(folder)
    check_files(folder, FILES)
    config = _read_config(folder / "config.json")
    with open_weights(folder / "model.safetensors") as file:
        yield config, file


def _refuse_pickles(folder):
    pickled = sorted(path.name for pattern in _PICKLED for path in folder.glob(pattern))
    if pickled and not (folder / "model.safetensors").is_file():
        raise ValueError(
            f"{folder}: expected model.safetensors, found {pickled[0]}. Such files are pickled: "
            "reading one runs whatever code its author put into it, so it is refused. Whoever "
            "trusts it can convert it with transformers: from_pretrained, then save_pretrained"
        )


def _read_config(path: Path) -> BERTConfig:
    with naming(path):
        said = read_fields(path)
        if "num_hiddens" in said:
            raise ValueError("this is the book's own form; read it with load_checkpoint")
        return from_reference_fields(said)


def _read_weights(file: Any, config: BERTConfig, found: dict[str, str]) -> dict[str, Tensor]:
    """Our parameter -> its values; `found` says by which name the file has it."""
    weights = {}
    for ours, shape in parameter_shapes(config).items():
        if ours in found:
            expected = tuple(to_reference(ours, torch.empty(shape, device="meta")).shape)
            weights[ours] = from_reference(ours, read_tensor(file, found[ours], expected))
    return weights


def _check_copies(file: Any, repeated: dict[str, str | None]) -> None:
    for copy, original in repeated.items():
        if original is not None:
            shape = tuple(file.get_slice(original).get_shape())
            if read_tensor(file, copy, shape).equal(read_tensor(file, original, shape)):
                continue
        raise ValueError(f"{copy}: expected the numbers of {original}, to which it is tied")
