"""A model in one file: weights, configuration and vocabulary, as a page exports them.

See `ch-pretraining`.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from bert_core.config import BERTConfig
from bert_core.inputs import SPECIAL_TOKENS
from bert_core.model import BERTModel
from bert_lab.checkpoint.files import prefix_errors, write_atomically
from bert_lab.checkpoint.packing import VERSION, pack
from bert_lab.checkpoint.weights import (
    TIED,
    as_numbers,
    assemble,
    check_names,
    check_num_blks,
    check_unchanged,
    parameter_shapes,
)
from bert_lab.text.tokenization import word_level

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def load_packed(path: str | Path) -> tuple[BERTModel, "Tokenizer"]:
    """The model and word-level tokenizer of a file that a page has exported.

    `save_pretrained(load_packed("my-bert.safetensors")[0], "my-bert")` makes a folder of it that
    the reference implementation reads as `BertForPreTraining`.

    Returns:
        The model, float32 with numbers of half precision, in evaluation mode, and its tokenizer.

    Raises:
        FileNotFoundError: if there is no such file.
        ValueError: for another kind of file, a damaged one or one of another version, and for
            weights that don't fit the configuration.

    Deviations from the original: the form is the book's own, a safetensors file with the
    configuration and the words in its header. See `ch-pretraining`.
    """
    with prefix_errors(Path(path)):
        return unpacked(Path(path).read_bytes())


def save_packed(path: str | Path, model: BERTModel, tokenizer: "Tokenizer") -> None:
    """Write such a file atomically; a page can load it. See `ch-pretraining`.

    Raises:
        ValueError: for a tokenizer that cuts words, since a page reads them whole, or that doesn't
            have the model's words, and for a model that differs from its configuration.
    """
    check_word_level(tokenizer)
    write_atomically(Path(path), packed(model, tokenizer))


def packed(model: BERTModel, tokenizer: "Tokenizer") -> bytes:
    """`save_packed` as bytes: weights in half precision; a tied decoder's matrix is stored once."""
    from safetensors.torch import save

    check_unchanged(model)
    vocab, vocab_size = tokenizer.get_vocab(), model.config.vocab_size
    if sorted(vocab.values()) != [*range(vocab_size)]:
        raise ValueError(
            f"expected a tokenizer with ids 0 to {vocab_size - 1}, one for each row of the model's "
            f"embedding, got {len(vocab)} words; take the one that the model was trained with"
        )
    _check_words(sorted(vocab, key=vocab.__getitem__), vocab_size)
    state = model.state_dict()
    if model.config.tied_decoder:
        del state[TIED]
    half = {name: w.detach().to("cpu", torch.half).contiguous() for name, w in state.items()}
    return pack(save(half), vars(model.config), vocab)


def check_word_level(tokenizer: "Tokenizer") -> None:
    """Raise ValueError for a tokenizer that splits words."""
    kind = json.loads(tokenizer.to_str())["model"]["type"]
    if kind != "WordLevel":
        raise ValueError(f"expected a word-level tokenizer, got {kind}: a page cuts no words")


def unpacked(data: bytes) -> tuple[BERTModel, "Tokenizer"]:
    """`load_packed` for the file's bytes."""
    from safetensors import SafetensorError
    from safetensors.torch import load

    try:
        weights, header = load(data), json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    except (SafetensorError, RecursionError, ValueError) as error:
        raise ValueError(f"no safetensors file, or a damaged one ({error})") from error
    config, words = _described(header.get("__metadata__", {}))
    check_num_blks(config.num_blks, list(weights))
    shapes = parameter_shapes(config)
    check_names(
        [name for name in shapes if name not in weights],
        [name for name in weights if name not in shapes],
    )
    for name, shape in shapes.items():
        if weights[name].dtype != torch.half or tuple(weights[name].shape) != shape:
            found = f"{weights[name].dtype} and {tuple(weights[name].shape)}"
            raise ValueError(f"{name}: expected half precision and shape {shape}, got {found}")
    tokenizer = word_level({word: i for i, word in enumerate(words)})
    numbers = {name: as_numbers(name, weight.float()) for name, weight in weights.items()}
    return assemble(config, numbers), tokenizer


def _described(metadata: dict[str, str]) -> tuple[BERTConfig, list[str]]:
    """The configuration and the vocabulary in a header's metadata."""
    if not {"config", "vocab"} <= set(metadata):
        raise ValueError("expected a header with config and vocab; save_packed writes such a file")
    if metadata.get("version", VERSION) != VERSION:
        raise ValueError(f"expected version {VERSION}, got {metadata['version']}: use a newer book")
    try:
        config, words = BERTConfig(**json.loads(metadata["config"])), json.loads(metadata["vocab"])
    except (TypeError, RecursionError, ValueError) as error:
        raise ValueError(f"expected the fields of BERTConfig, and words: {error}") from error
    _check_words(words, config.vocab_size)
    return config, words


def _check_words(words: Any, vocab_size: int) -> None:
    texts = isinstance(words, list) and all(isinstance(word, str) and word for word in words)
    if not texts or len({*words}) != len(words) or len(words) != vocab_size:
        raise ValueError(f"expected {vocab_size} words, each of them once")
    if tuple(words[: len(SPECIAL_TOKENS)]) != SPECIAL_TOKENS:
        raise ValueError(f"expected the words to begin with {' '.join(SPECIAL_TOKENS)}")
