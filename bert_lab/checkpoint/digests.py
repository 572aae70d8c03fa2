"""Weights and files known by a short string, wherever they lie."""

import hashlib
from collections.abc import Iterable
from glob import glob
from pathlib import Path

import torch
from torch import Tensor

from bert_lab.checkpoint.weights import open_weights

DIGITS = 16  # 64 bits


def digest_tensors(tensors: Iterable[tuple[str, Tensor]]) -> str:
    """Of names, types, shapes and numbers, in whatever order they come."""
    found = hashlib.sha256()
    for name, tensor in sorted(tensors, key=lambda item: item[0]):
        found.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        flat = tensor.detach().cpu().contiguous().flatten()
        found.update(flat.view(torch.uint8).numpy().tobytes())  # NumPy has no bfloat16
    return found.hexdigest()[:DIGITS]


def digest_weights(path: Path) -> str:
    """Of what is in a safetensors file; its header may say more, which doesn't count."""
    with open_weights(path) as file:
        return digest_tensors((name, file.get_tensor(name)) for name in file.keys())  # noqa: SIM118


def digest_files(folder: Path, *patterns: str) -> str:
    """Of the names and the bytes of the files in a folder that match, hidden ones left out.

    Raises:
        FileNotFoundError: if there is no file for one of the patterns.
    """
    found = hashlib.sha256()
    for pattern in patterns:
        paths = [folder / name for name in glob(pattern, root_dir=folder)]
        paths = sorted(path for path in paths if path.is_file())
        if not paths:
            raise FileNotFoundError(f"expected {pattern} in {folder}, found none")
        for path in paths:
            content = path.read_bytes()
            found.update(f"{path.relative_to(folder).as_posix()} {len(content)}\n".encode())
            found.update(content)
    return found.hexdigest()[:DIGITS]
