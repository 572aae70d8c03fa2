"""Reading and writing a folder in the reference layout, safely (chapter 9)."""

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import torch
from torch import Tensor

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.fields import from_reference_fields, to_reference_fields
from bert_lab.checkpoint.hub import FILES, find_folder
from bert_lab.checkpoint.names import find_tensors, from_reference, tensor_names, to_reference
from bert_lab.checkpoint.own import write_atomically

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
            encoder's. A warning names them, and `new_heads` of the model: some of "hidden",
            "mlm", "nsp".

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
    _check_files(folder)
    config = _read_config(folder / "config.json")
    weights, absent = _read_weights(folder / "model.safetensors", config)
    if absent:
        model = BERTModel.from_config(config, generator=generator)
    else:
        with torch.device("meta"):  # draws nothing, which takes seconds at the size of BASE
            model = BERTModel.from_config(config)
    model.load_state_dict(weights, strict=False, assign=True)
    model.mlm.decoder.weight = model.encoder.token_embedding.weight  # tied again
    model.new_heads = absent
    if absent:
        warnings.warn(
            f"{folder} has no {', '.join(absent)}: drawn at random, to be trained", stacklevel=3
        )
    return model.eval()


def _check_files(folder):
    missing = [name for name in FILES if not (folder / name).is_file()]
    if not missing:
        return
    pickled = sorted(path.name for pattern in _PICKLED for path in folder.glob(pattern))
    if "model.safetensors" in missing and pickled:
        raise ValueError(
            f"{folder}: expected model.safetensors, found {pickled[0]}. Such files are pickled: "
            "reading one runs whatever code its author put into it, so it is refused. Whoever "
            "trusts it can convert it with transformers: from_pretrained, then save_pretrained"
        )
    raise FileNotFoundError(
        f"{folder}: expected a checkpoint with {', '.join(FILES)}, missing {', '.join(missing)}"
    )


def _read_config(path: Path) -> BERTConfig:
    try:
        said = json.loads(path.read_text("utf-8"))
        if not isinstance(said, dict):
            raise ValueError(f"expected an object with fields, got {type(said).__name__}")
        if "num_hiddens" in said:
            raise ValueError("this is the book's own form; read it with load_checkpoint")
        return from_reference_fields(said)
    except ValueError as error:  # no JSON, or no BERT's
        raise ValueError(f"{path}: {error}") from error


def _read_weights(path: Path, config: BERTConfig) -> tuple[dict[str, Tensor], tuple[str, ...]]:
    """Our parameter -> its values, float32; and the heads of which there are none."""
    with _opened(path) as file:
        found, repeated, absent = find_tensors(list(file.keys()), config.num_blks)
        with torch.device("meta"):  # shapes without memory: nothing is known to fit yet
            parameters = dict(BERTModel.from_config(config).named_parameters())
        weights = {}
        for ours, name in found.items():
            expected = tuple(to_reference(ours, parameters[ours]).shape)
            shape = tuple(file.get_slice(name).get_shape())
            if shape != expected:
                raise ValueError(f"{name}: expected shape {expected}, got {shape}")
            tensor = file.get_tensor(name)
            if not tensor.is_floating_point():
                raise ValueError(f"{name}: expected real numbers, got {tensor.dtype}")
            # a copy, for what `safe_open` returns may be the file itself, mapped into memory
            weights[ours] = from_reference(ours, tensor).to(torch.float32, copy=True)
        for copy, original in repeated.items():
            if original is None or not file.get_tensor(copy).equal(file.get_tensor(original)):
                raise ValueError(f"{copy}: expected the numbers of {original}, to which it is tied")
    return weights, absent


@contextmanager
def _opened(path: Path) -> Iterator:
    """The file of tensors; every error that comes of it names the file."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "pt") as file:
            yield file
    except SafetensorError as error:
        cut = _first_cut_off(path)
        what = f"the file ends within {cut}" if cut else "no safetensors file, or a damaged one"
        raise ValueError(f"{path}: {what} ({error})") from error
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error


def _first_cut_off(path: Path) -> str | None:
    """The first tensor that the header announces and the file does not hold to its end."""
    size = path.stat().st_size
    with path.open("rb") as file:
        start = 8 + int.from_bytes(file.read(8), "little")
        header = file.read(min(start, size))
    try:
        entries = json.loads(header[: start - 8])
        ends = {name: e["data_offsets"][1] for name, e in entries.items() if "data_offsets" in e}
        return next(
            (name for name in sorted(ends, key=ends.get) if start + ends[name] > size), None
        )
    except (ValueError, TypeError, AttributeError, LookupError):
        return None  # the header itself is damaged
