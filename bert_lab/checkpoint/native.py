"""The book's own format: config.json, model.safetensors, tokenizer.json (`ch-model`)."""

import json
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from bert_core.config import BERTConfig
from bert_core.inputs import SPECIAL_IDS
from bert_core.model import BERTModel
from bert_lab.checkpoint.files import (
    check_files,
    prefix_errors,
    read_fields,
    read_tokenizer,
    write_together,
)
from bert_lab.checkpoint.vocabulary import check_size
from bert_lab.checkpoint.weights import (
    TIED,
    assemble,
    check_names,
    check_num_blks,
    check_unchanged,
    open_weights,
    parameter_shapes,
    read_tensor,
)
from bert_lab.text.wordpiece import find_special_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MINI_BERT = Path(str(resources.files("bert_lab") / "assets" / "mini-bert"))
FILES = ("config.json", "model.safetensors", "tokenizer.json")


def save_checkpoint(
    folder: str | Path,
    model: BERTModel,
    tokenizer: "Tokenizer",
    dtype: torch.dtype = torch.float32,
    metadata: dict[str, str] | None = None,
) -> None:
    """Write the three files; readers get all three of this model or an error.

    Args:
        folder: made if missing.
        model, tokenizer: what to write.
        dtype: of the stored weights; torch.float16 halves the file, and every later reader gets
            the same rounded numbers.
        metadata: strings for the weights file's header, such as the command that made it.

    Raises:
        ValueError: for a model with other parameters than its configuration says, which could not
            be read again.
    """
    from safetensors.torch import save

    check_unchanged(model)
    weights = {
        name: tensor.detach().to("cpu", dtype).contiguous()
        for name, tensor in model.state_dict().items()
        if not (model.config.tied_decoder and name == TIED)
    }
    config = json.dumps(asdict(model.config), indent=1, allow_nan=False) + "\n"
    contents = config.encode(), save(weights, metadata), tokenizer.to_str(pretty=True).encode()
    write_together(Path(folder), dict(zip(FILES, contents, strict=True)))


def is_own(folder: Path) -> bool:
    """Whether the folder's `config.json` is in this format; raises as `load_checkpoint` does."""
    check_files(folder, ("config.json",))
    with prefix_errors(folder / "config.json"):
        return "num_hiddens" in read_fields(folder / "config.json")


def load_checkpoint(folder: str | Path) -> tuple[BERTModel, "Tokenizer"]:
    """The model of such a folder, float32 and in evaluation mode, and its tokenizer.

    Raises FileNotFoundError if one of the three files is missing, ValueError if one is damaged, the
    configuration is not a `BERTConfig`'s, or the weights or the tokenizer do not fit it. See
    `ch-model`.
    """
    folder = Path(folder)
    check_files(folder, FILES)
    config = _read_config(folder / "config.json")
    with open_weights(folder / "model.safetensors") as file:
        model = assemble(config, _read_weights(file, config))
    with prefix_errors(folder / "tokenizer.json"):
        tokenizer = read_tokenizer(folder / "tokenizer.json")
        check_size(tokenizer, config.vocab_size)
        if (found := find_special_ids(tokenizer)) != SPECIAL_IDS:
            raise ValueError(
                f"expected the special tokens as {SPECIAL_IDS}, got {found}; take the tokenizer "
                "that was stored with the model"
            )
    return model, tokenizer


def _read_config(path: Path) -> BERTConfig:
    with prefix_errors(path):
        try:
            return BERTConfig(**read_fields(path))
        except TypeError as error:
            raise ValueError(
                f"expected the fields of BERTConfig ({error}); a folder in the reference layout is "
                "read by bert_lab.checkpoint.from_pretrained"
            ) from error


def _read_weights(file: Any, config: BERTConfig) -> dict[str, Tensor]:
    stored = list(file.keys())
    try:
        check_num_blks(config.num_blks, stored)
        shapes = parameter_shapes(config)
        check_names(
            [name for name in shapes if name not in stored],
            [name for name in stored if name not in shapes],
        )
        return {name: read_tensor(file, name, shape) for name, shape in shapes.items()}
    except ValueError as error:
        raise ValueError(f"the weights do not fit config.json: {error}") from error


def load_mini_bert() -> tuple[BERTModel, "Tokenizer"]:
    """The book's own trained mini-BERT, in evaluation mode, and its word-level tokenizer."""
    return load_checkpoint(MINI_BERT)
