"""Digests: short strings, the same for the same inputs and practically never for others."""

import hashlib
import json
from pathlib import Path
from typing import Any

from bert_lab.checkpoint import MINI_BERT, open_weights
from bert_lab.history.registry import SHIPPED, WEIGHTS
from bert_lab.world.mini_world import GRAMMAR

_DIGITS = 16  # 64 bits


def digest(value: Any) -> str:
    """Of what JSON can hold."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:_DIGITS]


def digest_files(folder: Path, *patterns: str) -> str:
    """Of the names and the bytes of the files in a folder that match.

    Raises:
        FileNotFoundError: if there is no file for one of the patterns.
    """
    found = hashlib.sha256()
    for pattern in patterns:
        paths = sorted(path for path in folder.glob(pattern) if path.is_file())
        if not paths:
            raise FileNotFoundError(f"expected {pattern} in {folder}, found none")
        for path in paths:
            content = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()[:_DIGITS]


def digest_weights(path: Path) -> str:
    """Of the names, types, shapes and numbers in a safetensors file; its header may say more."""
    found = hashlib.sha256()
    with open_weights(path) as file:
        for name in sorted(file.keys()):
            weight = file.get_tensor(name)
            found.update(f"{name} {weight.dtype} {tuple(weight.shape)}\n".encode())
            found.update(weight.contiguous().numpy().tobytes())
    return found.hexdigest()[:_DIGITS]


def grammar_digest() -> str:
    """Of the mini-world."""
    return digest_files(GRAMMAR.parent, GRAMMAR.name)


def mini_bert_digest() -> str:
    """Of the shipped model and its vocabulary."""
    weights = digest_weights(MINI_BERT / "model.safetensors")
    return digest([weights, digest_files(MINI_BERT, "tokenizer.json")])


def history_digests() -> dict[str, str]:
    """Of each shipped system of the history, but for BERT, by its name."""
    paths = sorted(SHIPPED.glob(f"*/{WEIGHTS}"))
    return {path.parent.name: digest_weights(path) for path in paths}
