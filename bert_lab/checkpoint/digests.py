"""Digests of weights and files, independent of where they are stored."""

import hashlib
from collections.abc import Iterable
from glob import glob
from pathlib import Path

import torch
from torch import Tensor

from bert_lab.checkpoint.weights import open_weights

DIGITS = 16  # 64 bits


def digest_tensors(tensors: Iterable[tuple[str, Tensor]]) -> str:
    """Digest of names, dtypes, shapes and values, independent of their order."""
    found = hashlib.sha256()
    for name, tensor in sorted(tensors, key=lambda item: item[0]):
        found.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        flat = tensor.detach().cpu().contiguous().flatten()
        found.update(flat.view(torch.uint8).numpy().tobytes())  # NumPy has no bfloat16
    return found.hexdigest()[:DIGITS]


def digest_weights(path: Path) -> str:
    """Digest of the tensors in a safetensors file; its header's metadata don't count."""
    with open_weights(path) as file:
        return digest_tensors((name, file.get_tensor(name)) for name in file.keys())  # noqa: SIM118


def digest_files(folder: Path, *patterns: str) -> str:
    """Digest of names and bytes of the matching files in a folder, hidden ones left out.

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
