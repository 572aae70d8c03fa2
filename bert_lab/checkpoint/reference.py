"""Read and write folders in the reference layout, with every value checked (`ch-original`)."""

import json
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import torch

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint.families.family import Family
from bert_lab.checkpoint.families.registry import check_family, family_of, family_of_config
from bert_lab.checkpoint.families.tensor_names import Match, find_tensors
from bert_lab.checkpoint.files import (
    check_files,
    prefix_errors,
    read_fields,
    unchanged_during,
    write_together,
)
from bert_lab.checkpoint.hub import FILES, find_folder
from bert_lab.checkpoint.shards import open_folder, weight_files
from bert_lab.checkpoint.weights import (
    Kind,
    assemble,
    check_num_blks,
    check_unchanged,
    parameter_shapes,
    read_tensor,
)


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
    check_unchanged(model, family.read(config_fields)[1])
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
    """A released model, float32 and in evaluation mode: `config.json` and `model.safetensors`,
    or its shards with their index.

    An original BERT as a `BERTModel`, the others as the `RoBERTa` and `ModernBERT` of
    `bert_lab.successors`.

    Args:
        folder_or_hub_name: a folder, or a name such as "google-bert/bert-base-uncased", which
            is fetched once.
        generator: draws the weights of heads that the checkpoint lacks (CPU), such as both of an
            encoder's, or RoBERTa's for next sentences. Without one a warning names them, since they
            answer at random; `missing_heads` tells them to a program.

    Raises:
        FileNotFoundError: if there is no such folder, or it lacks a file.
        ConnectionError: if the hub doesn't have the model or can't be reached.
        ImportError: if `safetensors`, or for a name `huggingface_hub`, is not installed.
        ValueError: for a model of another family, by its name, pickled weights (reading them would
            run code), a damaged file, or a tensor that is missing, too many, or of the wrong shape.

    Source: the layout of `transformers.BertForPreTraining`, `RobertaForMaskedLM` and
    `ModernBertForMaskedLM`. Deviation: class 1 of the NSP head is "next" here, so its two rows
    change places. See `ch-original` and `ch-after`.
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
    with _opened(folder) as (family, config, kind, file):
        ours, match = _match(family, config, kind, file)
        stored = {
            name: read_tensor(file, match.found[name], shape)
            for name, shape in family.names.shapes(ours).items()
            if name in match.found
        }
        _check_copies(file, match.repeated)
        weights = family.names.from_reference(ours, stored)
        new = match.absent
        return assemble(config, weights, kind, new=new, generator=generator), new


def announce(name: str, absent: tuple[str, ...]) -> None:
    """Warn two frames up that heads were drawn at random, if there are any."""
    if absent:
        warnings.warn(
            f"{name} has no {', '.join(absent)}: drawn at random, to be trained", stacklevel=3
        )


def absent_parts(folder: Path) -> tuple[str, ...]:
    """The heads that a checkpoint lacks: of "hidden", "mlm", "nsp"."""
    with _opened(folder) as opened:
        return _match(*opened)[1].absent


class _Opened(NamedTuple):
    """A checkpoint's family, configuration, builder and weights file."""

    family: Family
    config: BERTConfig
    kind: Kind
    file: Any


@contextmanager
def _opened(folder: Path) -> Iterator[_Opened]:
    with unchanged_during(folder):
        check_files(folder, (FILES[0], *weight_files(folder)))
        path = folder / "config.json"
        with prefix_errors(path):
            config_fields = read_fields(path)
            if "num_hiddens" in config_fields:
                raise ValueError("this is the book's own form; read it with load_checkpoint")
            family = family_of_config(config_fields)
            config, kind = family.read(config_fields)
        with open_folder(folder) as file:
            yield _Opened(family, config, kind, file)


def _match(
    family: Family, config: BERTConfig, kind: Kind, file: Any
) -> tuple[dict[str, tuple[int, ...]], Match]:
    """The shapes of the model's parameters, and their tensor names in the file."""
    stored = list(file.keys())
    check_family(family, stored)
    check_num_blks(config.num_blks, stored)
    ours = parameter_shapes(config, kind)
    model = f"a {family.name} of {config.num_blks} blocks"
    return ours, find_tensors(family.names, ours, stored, model)


def _check_copies(file: Any, repeated: dict[str, str | None]) -> None:
    for copy, original in repeated.items():
        if original is not None:
            shape = tuple(file.get_slice(original).get_shape())
            if read_tensor(file, copy, shape).equal(read_tensor(file, original, shape)):
                continue
        raise ValueError(f"{copy}: expected the numbers of {original}, to which it is tied")
