"""Read and write folders in the reference layout, with every value checked (`ch-original`)."""

import json
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor

from bert_core.model import BERTModel
from bert_lab.checkpoint.families.family import Family
from bert_lab.checkpoint.families.registry import family_called, family_of
from bert_lab.checkpoint.files import check_files, prefix_errors, read_fields, write_together
from bert_lab.checkpoint.hub import find_folder
from bert_lab.checkpoint.vocabulary import by_transformers
from bert_lab.checkpoint.weights import (
    as_parameter,
    assemble,
    check_num_blks,
    check_unchanged,
    open_weights,
    parameter_shapes,
)

# What is put before every name, and by whom.
WRAPPERS = {"_orig_mod.": "torch.compile", "module.": "DataParallel", "model.": "Lightning"}
_PICKLED = "pytorch_model.bin"  # for PyTorch's own reader, which runs no code that is in it


def save_pretrained(model: BERTModel, folder: str | Path) -> None:
    """Write a folder that `from_pretrained` and the reference implementation read.

    Whoever reads them has both files of this model, or none; `folder` is made if missing.

    Args:
        model: a `BERTModel`, or one of `bert_lab.successors`'s `RoBERTa` and `ModernBERT`.
        folder: where to.

    Raises:
        ValueError: for a variant that the layout can't say: it is the original's, with
            `embedding_norm`, `tied_decoder`, an `init_std`, and not `causal`.

    Source and deviation: as for `from_pretrained`. See `ch-original` and `ch-after`.
    """
    from safetensors.torch import save

    family = family_of(model)
    config_fields = family.write(model)
    check_unchanged(model, family.read(SimpleNamespace(**config_fields))[1])
    state = {name: tensor.detach() for name, tensor in model.named_parameters()}
    tensors = {
        name: tensor.float().cpu().contiguous()
        for name, tensor in family.names.to_reference(state).items()
    }
    config, weights = (
        json.dumps(config_fields, indent=1, allow_nan=False) + "\n",
        save(tensors, {"format": "pt"}),
    )
    write_together(Path(folder), {"config.json": config.encode(), "model.safetensors": weights})


def from_pretrained(
    folder_or_hub_name: str | Path, *, generator: torch.Generator | None = None
) -> BERTModel:
    """A released model without its tokenizer, float32 and in evaluation mode.

    An original BERT as a `BERTModel`, the others as the `RoBERTa` and `ModernBERT` of
    `bert_lab.successors`. A head for a task, such as a classifier's, is left out.

    Args:
        folder_or_hub_name: a folder, or a name such as "google-bert/bert-base-uncased", which
            is fetched once.
        generator: draws the weights of heads that the checkpoint lacks (CPU), such as both of an
            encoder's, or RoBERTa's for next sentences. Without one a warning names them, since they
            answer at random; `missing_heads` tells them to a program.

    Raises:
        FileNotFoundError: if there is no such folder, or it lacks a file.
        ImportError: if `transformers` is not installed.
        ValueError: for a model of another family, by its name, a damaged file, or a tensor that is
            missing, too many, or of the wrong shape.

    Source: the layout of `transformers.BertForPreTraining`, `RobertaForMaskedLM` and
    `ModernBertForMaskedLM`, whose library reads the configuration. Deviations: class 1 of the NSP
    head is "next" here, so its two rows change places; the tensors are read without those classes,
    whose import takes longer than a base model's pass. See `ch-original` and `ch-after`.
    """
    folder = find_folder(folder_or_hub_name)
    model, absent = read_model(folder, *read_config(folder), generator)
    if generator is None:
        announce(str(folder_or_hub_name), absent)
    return model


def read_config(folder: Path) -> tuple[Family, Any]:
    """The family of a folder's model, and Transformers' configuration of it."""
    from transformers import AutoConfig

    check_files(folder, ("config.json",))
    path = folder / "config.json"
    with prefix_errors(path):
        fields = read_fields(path)
        if "num_hiddens" in fields:
            raise ValueError("this is the book's own form; read it with load_checkpoint")
        family = family_called(fields.pop("model_type", "bert"))
    with by_transformers(path):
        return family, AutoConfig.for_model(family.fixed["model_type"], **fields)


def read_model(
    folder: Path, family: Family, config: Any, generator: torch.Generator | None
) -> tuple[BERTModel, tuple[str, ...]]:
    """The model of a folder, and the heads that it lacks: `generator` has drawn them."""
    tensors = _read_tensors(folder)
    for wrapper in WRAPPERS:
        if all(name.startswith(wrapper) for name in tensors):
            tensors = {name.removeprefix(wrapper): tensors[name] for name in tensors}
    with prefix_errors(folder / "config.json"):
        ours, kind = family.read(config)
        check_num_blks(ours.num_blks, list(tensors))
        shapes = parameter_shapes(ours, kind)
    with prefix_errors(folder):
        found, absent = family.names.match(shapes, tensors)
        stored = {
            name: as_parameter(name, found[name], shape)
            for name, shape in family.names.shapes(shapes).items()
            if name in found
        }
        weights = family.names.from_reference(shapes, stored)
        return assemble(ours, weights, kind, new=absent, generator=generator), absent


def _read_tensors(folder: Path) -> dict[str, Tensor]:
    """All tensors of a folder by the names in its files, one or several."""
    for whole in ("model.safetensors", _PICKLED):
        index = folder / f"{whole}.index.json"
        if (folder / whole).is_file():
            return _read_file(folder / whole)
        if index.is_file():
            with by_transformers(index):
                files = sorted({*read_fields(index)["weight_map"].values()})
            check_files(folder, tuple(files))
            return {n: t for file in files for n, t in _read_file(folder / file).items()}
    raise FileNotFoundError(f"{folder}: expected model.safetensors, or {_PICKLED}")


def _read_file(path: Path) -> dict[str, Tensor]:
    if path.suffix == ".safetensors":
        with open_weights(path) as file:
            return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    with by_transformers(path):
        return torch.load(path, map_location="cpu", weights_only=True)


def announce(name: str, absent: tuple[str, ...]) -> None:
    """Warn two frames up that heads were drawn at random, if there are any."""
    if absent:
        warnings.warn(
            f"{name} has no {', '.join(absent)}: drawn at random, to be trained", stacklevel=3
        )
