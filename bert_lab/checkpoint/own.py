"""The book's own form: config.json, model.safetensors, tokenizer.json (chapter 6)."""

import json
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from bert_core.config import BERTConfig
from bert_core.model import BERTModel

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MINI_BERT = Path(str(resources.files("bert_lab") / "assets" / "mini-bert"))
_TIED = "mlm.decoder.weight"  # the same storage as the token embedding: written once


def save_checkpoint(
    folder: str | Path,
    model: BERTModel,
    tokenizer: "Tokenizer",
    dtype: torch.dtype = torch.float32,
    metadata: dict[str, str] | None = None,
) -> None:
    """Write the three files; each appears whole or not at all.

    Args:
        folder: made if missing.
        model, tokenizer: what to write.
        dtype: of the stored weights; torch.float16 halves the file, and every later reader gets
            the same rounded numbers.
        metadata: strings for the weights file's header, such as the command that made it.
    """
    from safetensors.torch import save

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    weights = {
        name: tensor.detach().to("cpu", dtype).contiguous()
        for name, tensor in model.state_dict().items()
        if not (model.config.tied_decoder and name == _TIED)
    }
    config = json.dumps(asdict(model.config), indent=1) + "\n"
    write_atomically(folder / "config.json", config.encode())
    write_atomically(folder / "tokenizer.json", tokenizer.to_str(pretty=True).encode())
    write_atomically(folder / "model.safetensors", save(weights, metadata))


def load_checkpoint(folder: str | Path) -> tuple[BERTModel, "Tokenizer"]:
    """The model of such a folder, float32 and in evaluation mode, and its tokenizer.

    Raises FileNotFoundError if one of the three files is missing, ValueError if the configuration
    is not a `BERTConfig`'s or the weights do not fit it.
    """
    from safetensors.torch import load_file
    from tokenizers import Tokenizer

    folder = Path(folder)
    names = ("config.json", "model.safetensors", "tokenizer.json")
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        raise FileNotFoundError(
            f"{folder}: expected a checkpoint with {', '.join(names)}, missing {', '.join(missing)}"
        )
    config = _read_config(folder / "config.json")
    with torch.random.fork_rng(devices=[]):  # the weights drawn here are overwritten
        model = BERTModel.from_config(config)
    weights = {name: w.float() for name, w in load_file(folder / "model.safetensors").items()}
    if config.tied_decoder and "encoder.token_embedding.weight" in weights:
        weights[_TIED] = weights["encoder.token_embedding.weight"]
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise ValueError(f"{folder}: the weights do not fit config.json: {error}") from error
    return model.eval(), Tokenizer.from_file(str(folder / "tokenizer.json"))


def _read_config(path: Path) -> BERTConfig:
    try:
        return BERTConfig(**json.loads(path.read_text("utf-8")))
    except (TypeError, json.JSONDecodeError) as error:
        raise ValueError(
            f"{path}: expected the fields of BERTConfig as JSON ({error}); a folder in the "
            "reference layout is read by bert_lab.checkpoint.from_pretrained"
        ) from error


def load_mini_bert() -> tuple[BERTModel, "Tokenizer"]:
    """The book's own trained mini-BERT, in evaluation mode, and its word-level tokenizer."""
    return load_checkpoint(MINI_BERT)


def write_atomically(path: Path, content: bytes) -> None:
    """Write beside the target, then rename: a reader sees the old file or the new one, whole."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)
