"""Digests: short strings, the same for the same inputs and practically never for others."""

import hashlib
from pathlib import Path

from bert_lab.checkpoint import MINI_BERT, open_weights
from bert_lab.history.registry import SHIPPED, WEIGHTS
from bert_lab.training_loop.identity import DIGITS, digest, digest_tensors
from bert_lab.world.mini_world import GRAMMAR


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
    return found.hexdigest()[:DIGITS]


def digest_weights(path: Path) -> str:
    """Of the names, types, shapes and numbers in a safetensors file; its header may say more."""
    with open_weights(path) as file:
        return digest_tensors((name, file.get_tensor(name)) for name in file.keys())  # noqa: SIM118


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
